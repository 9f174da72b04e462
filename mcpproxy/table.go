package mcpproxy

// The methods of the protocol, and what becomes of each. One table drives the router and
// the walker; a test holds it to the schema of every revision.

// A side of the gateway.
type side uint8

const (
	fromClient side = 1 << iota
	fromServer
	fromBoth = fromClient | fromServer
)

// A route says which upstreams a message of the client concerns.
type route uint8

const (
	toGateway  route = iota // the gateway answers, or takes it in
	toAll                   // a list: what all upstreams have, joined
	byTool                  // params.name is that of a tool
	byPrompt                // params.name is that of a prompt
	byURI                   // params.uri is that of a resource
	byRef                   // params.ref names a prompt or a resource
	byTask                  // params.taskId is that of a task
	toClient                // an upstream's message for the client
	notRelayed              // no upstream can be told, or it is not relayed yet
)

// A shape is where the strings of a result or of params stand that are no data: what the
// walker leaves, and why, is in walk.go.
type shape uint8

const (
	dataShape shape = iota // all of it is data
	callShape
	readShape
	promptShape
	resourcesShape
	templatesShape
	completionShape
	definitions // of tools and prompts: passes, and is looked at
	logShape
	updatedShape
	progressShape
	samplingShape
	elicitationShape
	completeShape
	pageErrorShape // of -32042, that sends a person to a page
	taskShape
	tasksShape
	askedTaskShape // of the client's: what an upstream asks about it
	nothing        // there is no value in it
)

// A methodRow is one method.
type methodRow struct {
	method       string
	from         side
	notification bool
	route        route
	result       shape // of the answer, or of the params of what an upstream sends
	list         string
	part         int // the part of the project that relays it, if it is not this one
}

// methods are those of the revisions 2024-11-05 to 2025-11-25, and of 2026-07-28, which is
// answered so that its clients fall back.
var methods = []methodRow{
	{method: "initialize", from: fromClient, route: toGateway},
	{method: "server/discover", from: fromClient, route: notRelayed},
	{method: "ping", from: fromBoth, route: toGateway, result: nothing},
	{method: "tools/list", from: fromClient, route: toAll, result: definitions, list: "tools"},
	{method: "tools/call", from: fromClient, route: byTool, result: callShape},
	{method: "prompts/list", from: fromClient, route: toAll, result: definitions, list: "prompts"},
	{method: "prompts/get", from: fromClient, route: byPrompt, result: promptShape},
	{method: "resources/list", from: fromClient, route: toAll, result: resourcesShape, list: "resources"},
	{method: "resources/templates/list", from: fromClient, route: toAll, result: templatesShape, list: "resourceTemplates"},
	{method: "resources/read", from: fromClient, route: byURI, result: readShape},
	{method: "resources/subscribe", from: fromClient, route: byURI, result: nothing},
	{method: "resources/unsubscribe", from: fromClient, route: byURI, result: nothing},
	{method: "completion/complete", from: fromClient, route: byRef, result: completionShape},
	{method: "logging/setLevel", from: fromClient, route: toGateway, result: nothing},
	{method: "subscriptions/listen", from: fromClient, route: notRelayed, part: 6},
	{method: "tasks/get", from: fromClient, route: byTask, result: taskShape},
	{method: "tasks/result", from: fromClient, route: byTask, result: callShape},
	{method: "tasks/cancel", from: fromClient, route: byTask, result: taskShape},
	{method: "tasks/list", from: fromClient, route: toAll, result: tasksShape, list: "tasks"},
	{method: "tasks/update", from: fromClient, route: notRelayed, part: 6},

	{method: "roots/list", from: fromServer, route: toClient},
	{method: "sampling/createMessage", from: fromServer, route: toClient, result: samplingShape},
	{method: "elicitation/create", from: fromServer, route: toClient, result: elicitationShape},
	{method: "tasks/get", from: fromServer, route: toClient, result: askedTaskShape},
	{method: "tasks/result", from: fromServer, route: toClient, result: askedTaskShape},
	{method: "tasks/cancel", from: fromServer, route: toClient, result: askedTaskShape},
	{method: "tasks/list", from: fromServer, route: toClient, result: askedTaskShape},

	{method: "notifications/initialized", from: fromClient, notification: true, route: toGateway},
	{method: "notifications/cancelled", from: fromBoth, notification: true, route: toGateway},
	{method: "notifications/progress", from: fromBoth, notification: true, route: toClient, result: progressShape},
	{method: "notifications/message", from: fromServer, notification: true, route: toClient, result: logShape},
	{method: "notifications/tools/list_changed", from: fromServer, notification: true, route: toClient, result: nothing},
	{method: "notifications/prompts/list_changed", from: fromServer, notification: true, route: toClient, result: nothing},
	{method: "notifications/resources/list_changed", from: fromServer, notification: true, route: toClient, result: nothing},
	{method: "notifications/resources/updated", from: fromServer, notification: true, route: toClient, result: updatedShape},
	{method: "notifications/roots/list_changed", from: fromClient, notification: true, route: toGateway},
	{method: "notifications/elicitation/complete", from: fromServer, notification: true, route: toClient, result: completeShape},
	{method: "notifications/tasks/status", from: fromBoth, notification: true, route: toClient, result: taskShape},
	{method: "notifications/subscriptions/acknowledged", from: fromServer, notification: true, route: notRelayed, part: 6},
	{method: "notifications/tasks", from: fromServer, notification: true, route: notRelayed, part: 6},
}

// rowOf is the row of a method, nil if it is in no revision. One that came from the wrong
// side is none, either.
func rowOf(method string, from side, notification bool) *methodRow {
	for i := range methods {
		if r := &methods[i]; r.method == method && r.from&from != 0 && r.notification == notification {
			return r
		}
	}
	return nil
}
