// Package mcpproxy is a sanitizing proxy for the Model Context Protocol. It stands
// between a client and its servers, the upstreams: what goes to the model has stand-ins
// for sensitive values, what goes to an upstream has the values again.
//
// Messages are bytes. A [Conn] carries them one by one, [NewLines] over a pair of
// streams. Of a message its envelope is read; what is not rewritten goes on as it came:
// the order of members, the digits of numbers, white space, members nobody has heard of.
package mcpproxy
