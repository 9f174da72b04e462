// A server whose one tool promises, in its outputSchema, what each field looks like.
// The customer comes from the file that is its argument; "text" repeats the fields as JSON.
import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const outputSchema = {
  type: "object",
  properties: {
    email: { type: "string", format: "email" },
    phone: { type: "string", pattern: "^\\+[0-9]{10,14}$" },
    account: { type: "string", pattern: "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$", maxLength: 34 },
    card: { type: "number", minimum: 1e12, maximum: 1e19 },
    note: { type: "string", maxLength: 60 },
    country: { enum: ["France", "Germany"] },
    kind: { const: "customer" },
    contacts: { type: "array", items: { type: "string", format: "email" }, minItems: 1 },
  },
  required: ["email", "phone", "account", "card", "note", "country", "kind", "contacts"],
  additionalProperties: false,
};

const server = new Server({ name: "customers", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: "customer", description: "The customer's record", inputSchema: { type: "object" }, outputSchema }],
}));
server.setRequestHandler(CallToolRequestSchema, async () => {
  const text = readFileSync(process.argv[2], "utf8");
  return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) };
});
await server.connect(new StdioServerTransport());
