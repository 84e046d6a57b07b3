import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import { createTestSession, skillText } from "../session/test-session.ts";
import { defineFunction, type HostFunction } from "./function-tool.ts";
import { createTestCall } from "./test-tools.ts";

const analyze: HostFunction = {
  name: "analyze_code",
  description: "Finds dead code.",
  parameters: [
    { name: "path", type: "string", description: "Where.", required: true },
    { name: "depth", type: "integer", description: "How deep.", default: 1 },
  ],
  run: ({ path, depth }) => ({ path, depth, dead: [] }),
};

const call = await createTestCall("/");

test("S3-5: a host function is a tool, described by OmniForge's parameter list", async () => {
  const tool = defineFunction(analyze);
  expect(tool).toMatchObject({
    name: "analyze_code",
    description: "Finds dead code.",
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Where." },
        depth: { type: "integer", description: "How deep.", default: 1 },
      },
      required: ["path"],
    },
  });
  expect(await tool.run({ path: "src", made_up: true }, call)).toEqual({
    success: true,
    result: { path: "src", depth: 1, dead: [] },
    duration_ms: expect.any(Number),
    tokens_used: 0,
    cost_usd: 0,
    cached: false,
    retry_count: 0,
  });
});

test("a JSON Schema is passed to models unchanged, and its required fields and types are checked", async () => {
  const schema = {
    type: "object",
    properties: {
      path: { type: "string", pattern: "^/" },
      mode: { enum: ["a"] },
      or: { type: ["string", "null"] },
    },
    required: ["path", "or"],
  };
  const tool = defineFunction({ ...analyze, parameters: schema, run: (input) => input });
  expect(tool.inputSchema).toBe(schema);
  expect(await tool.run({}, call)).toMatchObject({
    success: false,
    error: "Missing required parameter: path",
  });
  expect(await tool.run({ path: 1 }, call)).toMatchObject({
    error: "Invalid parameter type: expected string, got integer (parameter: path)",
  });
  const input = { path: "/a", mode: "b", or: null, extra: [1] };
  expect(await tool.run(input, call)).toMatchObject({ success: true, result: input });
});

test.each([
  [undefined, {}],
  [null, { value: null }],
  ["text", { value: "text" }],
  [[1, 2], { value: [1, 2] }],
  [new Date(0), { value: "1970-01-01T00:00:00.000Z" }],
  [Promise.resolve({ later: 1 }), { later: 1 }],
])("an answer of %j becomes %j", async (answer, result) => {
  expect(await defineFunction({ ...analyze, run: () => answer }).run({ path: "a" }, call)).toMatchObject({
    success: true,
    result,
  });
});

test("a function's error is reported without its stack, on one bounded line", async () => {
  const fail = (error: unknown): Promise<unknown> =>
    defineFunction({
      ...analyze,
      run: () => {
        throw error;
      },
    }).run({ path: "a" }, call);
  expect(await fail(new Error("the server said no\n    at secret.ts:1"))).toMatchObject({
    success: false,
    error: "the server said no\\u{a}    at secret.ts:1",
  });
  expect(JSON.stringify(await fail(new Error("x")))).not.toContain("function-tool");
  expect(await fail("plain")).toMatchObject({ error: "plain" });
  expect(String(Object(await fail(new Error("x".repeat(10_000)))).error)).toHaveLength(2000);
});

test("an answer that is not JSON is a failure, not a crash", async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (const answer of [circle, { big: 1n }])
    expect(await defineFunction({ ...analyze, run: () => answer }).run({ path: "a" }, call)).toMatchObject({
      success: false,
      error: "The function returned something that is not JSON",
    });
});

test.each(["", "has space", "ünïcode", "a".repeat(65), "a.b", "Bash(git:*)"])(
  "%j is not a valid tool name",
  (name) => {
    expect(() => defineFunction({ ...analyze, name })).toThrow("tool-name-invalid");
  },
);

test("S3-6: skills and functions serve the same agent, and a skill's list applies to functions too", async () => {
  const { session } = createTestSession(
    {
      "code-review/SKILL.md": skillText("code-review", "allowed-tools: analyze_code", "Use analyze_code."),
    },
    {
      functions: [defineFunction(analyze), defineFunction({ ...analyze, name: "send_mail" })],
      sandbox: createUnconfinedSandbox(),
    },
  );
  const tools = new Map((await session.tools()).map((tool) => [tool.name, tool]));
  expect(await tools.get("send_mail")?.call({ path: "a" })).toMatchObject({ success: true });
  await tools.get("Skill")?.call({ skill: "code-review" });
  expect(await tools.get("analyze_code")?.call({ path: "a" })).toMatchObject({
    success: true,
    result: { dead: [] },
  });
  expect(await tools.get("send_mail")?.call({ path: "a" })).toMatchObject({
    success: false,
    error: expect.stringContaining("send_mail"),
  });
});
