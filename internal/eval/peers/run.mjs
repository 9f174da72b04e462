// Runs one tool over JSON lines on standard input, {"text"}, and writes what it
// made of each: {"out", "entities", "ms"} or {"error"}. The time is the tool's own.
import { createInterface } from "node:readline";
import { performance } from "node:perf_hooks";

// Each gives a function from a text to [redacted text, entities], with the tool as
// its manual sets it up.
const tools = {
  async cloakllm() {
    const { Shield, ShieldConfig } = (await import("cloakllm")).default;
    const shield = new Shield(new ShieldConfig({ auditEnabled: false }));
    return (text) => {
      const [out] = shield.sanitize(text);
      return [out, [...out.matchAll(/\[([A-Z_]+)_\d+\]/g)].map((m) => m[1])];
    };
  },
  async openredaction() {
    const { OpenRedaction } = await import("openredaction");
    const redactor = new OpenRedaction({ redactionMode: "placeholder" });
    return async (text) => {
      const r = await redactor.detect(text);
      return [r.redacted, r.detections.map((d) => d.type)];
    };
  },
  async "redact-pii"() {
    const { SyncRedactor } = (await import("redact-pii")).default;
    const redactor = new SyncRedactor();
    const name = /\b(?:PERSON_NAME|CREDIT_CARD_NUMBER|EMAIL_ADDRESS|IP_ADDRESS|PHONE_NUMBER|STREET_ADDRESS|US_SOCIAL_SECURITY_NUMBER|ZIPCODE|USERNAME|PASSWORD|CREDENTIALS|URL|DIGITS)\b/g;
    return (text) => {
      const out = redactor.redact(text);
      return [out, (out.match(name) ?? []).slice((text.match(name) ?? []).length)];
    };
  },
  async secretlint() {
    const { lintSource } = await import("@secretlint/core");
    const { creator } = await import("@secretlint/secretlint-rule-preset-recommend");
    const config = { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }] };
    return async (text) => {
      const source = { content: text, filePath: "text.txt", ext: ".txt", contentType: "text" };
      const { messages } = await lintSource({ source, options: { config } });
      let out = "", at = 0;
      for (const { range } of messages.toSorted((a, b) => a.range[0] - b.range[0])) {
        if (range[0] < at) continue;
        out += text.slice(at, range[0]) + "[SECRET]";
        at = range[1];
      }
      return [out + text.slice(at), messages.map((m) => m.ruleId.split("-rule-").at(-1))];
    };
  },
};

console.log = console.info = console.warn = console.error; // standard output is ours
const run = await tools[process.argv[2]]();
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { text } = JSON.parse(line);
  let answer;
  const start = performance.now();
  try {
    const [out, entities] = await run(text);
    answer = { out, entities, ms: performance.now() - start };
  } catch (e) {
    answer = { error: String(e.message ?? e), ms: performance.now() - start };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
