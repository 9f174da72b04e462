package mcpproxy

import "strconv"

// Frames of our own. Ids, params, results and data are raw JSON, and not checked.

// response answers the request id.
func response(id, result []byte) []byte {
	b := make([]byte, 0, len(id)+len(result)+40)
	b = append(append(b, `{"jsonrpc":"2.0","id":`...), id...)
	b = append(append(b, `,"result":`...), result...)
	return append(b, '}')
}

// responsePieces is response without a copy of the result.
func responsePieces(id, result []byte) [][]byte {
	head := make([]byte, 0, len(id)+40)
	head = append(append(head, `{"jsonrpc":"2.0","id":`...), id...)
	return [][]byte{append(head, `,"result":`...), result, {'}'}}
}

// errorResponse answers the request id with an error; a nil id is null, nil data absent.
func errorResponse(id []byte, code int, message string, data []byte) []byte {
	if len(id) == 0 {
		id = []byte("null")
	}
	b := make([]byte, 0, len(id)+len(message)+len(data)+80)
	b = append(append(b, `{"jsonrpc":"2.0","id":`...), id...)
	b = strconv.AppendInt(append(b, `,"error":{"code":`...), int64(code), 10)
	b = appendString(append(b, `,"message":`...), message)
	if len(data) > 0 {
		b = append(append(b, `,"data":`...), data...)
	}
	return append(b, "}}"...)
}

// request asks for method; nil params are absent.
func request(id int64, method string, params []byte) []byte {
	b := make([]byte, 0, len(method)+len(params)+80)
	b = strconv.AppendInt(append(b, `{"jsonrpc":"2.0","id":`...), id, 10)
	return appendCall(append(b, ','), method, params)
}

// notification tells of method; nil params are absent.
func notification(method string, params []byte) []byte {
	b := make([]byte, 0, len(method)+len(params)+60)
	return appendCall(append(b, `{"jsonrpc":"2.0",`...), method, params)
}

func appendCall(b []byte, method string, params []byte) []byte {
	b = appendString(append(b, `"method":`...), method)
	if len(params) > 0 {
		b = append(append(b, `,"params":`...), params...)
	}
	return append(b, '}')
}
