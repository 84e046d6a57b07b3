import { jsonSchema, tool } from "ai";
import { expect, test } from "vitest";
import { readFault } from "./read-fault.ts";
import { apiError, call, runScripted, say, scriptModel, use } from "./test-agent.ts";

const key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";

test.each([
  apiError(401, `Incorrect API key provided: ${key}`),
  apiError(401, "Incorrect API key provided: my-own-odd-key-42"),
  apiError(400, `Bad request with Authorization: Bearer ${key}`),
  apiError(500, `upstream https://user:hunter2@proxy.example.com/v1?key=${key} failed`),
  apiError(500, "see postgres://root:hunter2@db/x"),
  new Error(
    `fetch to https://generativelanguage.example.com/?key=AIzaSyA1234567890123456789012345678901 failed`,
  ),
])("no key and no address with credentials reaches the message: %s", (error) => {
  const { message } = readFault(error).fault;
  expect(message).not.toMatch(/sk-ant|hunter2|AIza|odd-key|:\/\//);
});

const oddKey = "correct-horse-battery";

test.each([
  ["before the stream", { error: apiError(400, `No project for ${oddKey} and ${oddKey}-2`) }],
  [
    "in the stream",
    [{ type: "error" as const, error: new Error(`No project for ${oddKey} and ${oddKey}-2`) }],
  ],
])(
  "a key of unknown format that the host declares is redacted from output: an error %s",
  async (_, answer) => {
    const secrets = [oddKey, `${oddKey}-2`, "a", ""];
    const { result, seen } = await runScripted(scriptModel([answer]), { secrets, maxRetries: 1 });
    expect(result.fault?.message).toContain("It says: No project for [redacted] and [redacted].");
    expect(JSON.stringify(seen)).not.toContain("horse");
  },
);

test("a key in an error that a tool throws after running is redacted too", async () => {
  const send = {
    ...tool({ inputSchema: jsonSchema({ type: "object" }), execute: async () => "sent" }),
    toModelOutput: () => {
      throw new Error(`No project for ${oddKey}`);
    },
  };
  const model = scriptModel([use(call("send", {}))]);
  const { result } = await runScripted(model, { tools: { send }, secrets: [oddKey] });
  expect(result.fault?.message).toContain("It says: No project for [redacted].");
});

test("a key that would be cut in the middle does not show its beginning", async () => {
  const words = `${"x".repeat(290)} ${oddKey}`;
  const { result } = await runScripted(scriptModel([{ error: apiError(400, words) }]), { secrets: [oddKey] });
  expect(result.fault?.message).not.toContain("corr");
});

test("a key in the name of an unreachable server is redacted", () => {
  const url = `https://${oddKey}.${key}.example.com/`;
  const cause = Object.assign(new Error("connect"), { code: "ENOTFOUND" });
  const error = Object.assign(new TypeError("fetch failed"), { cause, url });
  const { message } = readFault(error, { secrets: [oddKey] }).fault;
  expect(message).toMatch(/^The provider cannot be reached at \[redacted\]\./);
  expect(message).not.toMatch(/horse|sk-ant/);
});

test("a provider's message cannot move the cursor or fill the screen", () => {
  const { message } = readFault(apiError(400, `\u001b[2J\u202e\r\n${"x".repeat(100_000)}`)).fault;
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(message.length).toBeLessThan(600);
});

test("an error that contains itself is read without looping", () => {
  const error: Record<string, unknown> = { message: "round" };
  Object.assign(error, { cause: error, error, data: error, response: error, lastError: error });
  expect(readFault(error).fault.kind).toBe("failed");
});

test("the content of a prompt does not decide the kind of an error", () => {
  const error = apiError(400, "bad");
  Object.assign(error, {
    requestBodyValues: { messages: "overloaded_error content_filter api key not valid" },
  });
  expect(readFault(error).fault.kind).toBe("failed");
});

test("the total wait for a provider that answers every attempt with a delay is bounded", async () => {
  const model = scriptModel([{ error: apiError(429, "x", { "retry-after": "60" }) }, say("Never.")]);
  const limited = scriptModel([{ error: apiError(429, "x", { "retry-after": "61" }) }, say("Never.")]);
  expect((await runScripted(model)).waits).toEqual([60_000]);
  expect((await runScripted(limited)).result.status).toBe("failed");
});
