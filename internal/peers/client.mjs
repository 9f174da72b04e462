// client.mjs TOOL ARGUMENTS COMMAND…|URL: the SDK's client starts a server, or connects to one, lists its tools, calls one,
// and holds structuredContent to the tool's outputSchema. What it got goes to stdout, as JSON.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [tool, args, command, ...rest] = process.argv.slice(2);
const client = new Client({ name: "peer", version: "1.0.0" });
try {
  const transport = command.startsWith("http://")
    ? new StreamableHTTPClientTransport(new URL(command))
    : new StdioClientTransport({ command, args: rest, env: process.env, stderr: "inherit" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const result = await client.callTool({ name: tool, arguments: JSON.parse(args) });
  console.log(JSON.stringify({ server: client.getServerVersion(), tools: tools.map((t) => t.name), result }));
} catch (err) {
  console.error(String(err));
  process.exitCode = 1;
} finally {
  await client.close();
}
