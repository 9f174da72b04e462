// tasks.mjs TOPIC COMMAND…|URL: the SDK's client calls a tool of server-everything that is a task and asks a person on its way,
// and two tools that have the client carry out a task. What it got goes to stdout, as JSON.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTaskStore } from "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js";
import { CallToolResultSchema, CreateMessageRequestSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [topic, command, ...rest] = process.argv.slice(2);
const seen = [];
const store = new InMemoryTaskStore();
const client = new Client(
  { name: "peer", version: "1.0.0" },
  {
    capabilities: {
      sampling: {},
      elicitation: { form: {} },
      tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
    },
    taskStore: store,
  },
);
const answer = async (request, extra, result) => {
  seen.push(request.method);
  if (!request.params.task) {
    return result;
  }
  const task = await extra.taskStore.createTask({ ttl: extra.taskRequestedTtl });
  setTimeout(() => extra.taskStore.storeTaskResult(task.taskId, "completed", result), 50);
  return { task };
};
client.setRequestHandler(CreateMessageRequestSchema, (request, extra) =>
  answer(request, extra, { role: "assistant", model: "m", content: { type: "text", text: "said " + JSON.stringify(request.params.messages) } }),
);
client.setRequestHandler(ElicitRequestSchema, (request, extra) => {
  const fields = Object.entries(request.params.requestedSchema.properties);
  const content = Object.fromEntries(
    fields.map(([name, f]) => [name, f.oneOf?.[0].const ?? f.enum?.[0] ?? f.default ?? { number: 1, integer: 1, boolean: true }[f.type] ?? "typed"]),
  );
  return answer(request, extra, { action: "accept", content });
});
try {
  const transport = command.startsWith("http://")
    ? new StreamableHTTPClientTransport(new URL(command))
    : new StdioClientTransport({ command, args: rest, env: process.env, stderr: "inherit" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const tool = (name) => tools.find((t) => t.name.endsWith(name))?.name;
  const statuses = [];
  let research;
  const call = { name: tool("simulate-research-query"), arguments: { topic, ambiguous: true } };
  for await (const m of client.experimental.tasks.callToolStream(call, CallToolResultSchema, { task: { ttl: 60000 } })) {
    if (m.type === "taskStatus") statuses.push(m.task.status);
    if (m.type === "error") throw m.error;
    if (m.type === "result") research = m.result;
  }
  const { tasks } = await client.experimental.tasks.listTasks();
  const sampled = await client.callTool({ name: tool("trigger-sampling-request-async"), arguments: { prompt: topic, maxTokens: 10 } });
  const elicited = await client.callTool({ name: tool("trigger-elicitation-request-async"), arguments: {} });
  console.log(JSON.stringify({ statuses: [...new Set(statuses)], research, tasks: tasks.map((t) => t.status), sampled, elicited, seen }));
} catch (err) {
  console.error(String(err));
  process.exitCode = 1;
} finally {
  store.cleanup(); // its timers
  await client.close();
}
