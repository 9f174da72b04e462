package bridge

import "errors"

// Why a bridge does not open, in the order in which it is looked for. Kind names
// them for programs.
var (
	ErrNotBridge  = errors.New("not a bridge")
	ErrHeader     = errors.New("the bridge's header is damaged")
	ErrVersion    = errors.New("the bridge was made by a newer cloak")
	ErrParams     = errors.New("the bridge asks for a key derivation that is refused")
	ErrPassphrase = errors.New("wrong passphrase or key file")
	ErrBody       = errors.New("the bridge is damaged")
	ErrCutOff     = errors.New("the bridge is cut off")
)

// Kind is one word for why a bridge does not open: not_bridge, header, version,
// parameters, passphrase, body or cut_off; unsafe where others could have it, secret
// where it wants another kind of secret, fips where its derivation is not allowed; ""
// for any other error.
func Kind(err error) string {
	for _, x := range []struct {
		err  error
		kind string
	}{
		{ErrNotBridge, "not_bridge"}, {ErrHeader, "header"}, {ErrVersion, "version"}, {ErrParams, "parameters"},
		{ErrPassphrase, "passphrase"}, {ErrBody, "body"}, {ErrCutOff, "cut_off"},
		{ErrUnsafe, "unsafe"}, {ErrSecret, "secret"}, {ErrNotFIPS, "fips"},
	} {
		if errors.Is(err, x.err) {
			return x.kind
		}
	}
	return ""
}
