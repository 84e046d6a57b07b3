import { expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import { createCanonicalizer } from "./canonical-request.ts";
import type { TurnRequest } from "./create-turn-model.ts";
import { requestOf, toolAnswers, userSays } from "./test-turns.ts";

type Message = TurnRequest["prompt"][number];
type Tool = NonNullable<TurnRequest["tools"]>[number];

const canonicalize = createCanonicalizer({ places: [{ name: "WORK", path: "/home/ann/work" }], secrets: [] });
const digest = (request: TurnRequest): string => canonicalize(request).request.digest;
const system = (content: string): Message => ({ role: "system", content });
const calls = (...ids: readonly string[]): Message => ({
  role: "assistant",
  content: ids.map((toolCallId) => ({
    type: "tool-call",
    toolCallId,
    toolName: "bash",
    input: { command: "ls" },
  })),
});
const tool = (name: string, description = ""): Tool => ({
  type: "function",
  name,
  description,
  inputSchema: { type: "object" },
});
const merged = (...messages: readonly Message[]): Message => ({
  role: "tool",
  content: messages.flatMap((message) => (message.role === "tool" ? message.content : [])),
});

const go = userSays("Go.");
const same: readonly (readonly [string, TurnRequest, TurnRequest])[] = [
  [
    "ids of calls",
    requestOf([calls("a"), toolAnswers("a", 1)]),
    requestOf([calls("b"), toolAnswers("b", 1)]),
  ],
  [
    "which of two calls was done first",
    requestOf([calls("a", "b"), merged(toolAnswers("a", 1), toolAnswers("b", 2))]),
    requestOf([calls("a", "b"), merged(toolAnswers("b", 2), toolAnswers("a", 1))]),
  ],
  [
    "how long a call took",
    requestOf([toolAnswers("a", { duration_ms: 12, durationMs: 3.5 })]),
    requestOf([toolAnswers("a", { duration_ms: 990, durationMs: 1 })]),
  ],
  [
    "how long it took, in JSON inside JSON",
    requestOf([toolAnswers("a", { text: '{"duration_ms": 12}' })]),
    requestOf([toolAnswers("a", { text: '{"duration_ms": 13}' })]),
  ],
  [
    "the date in the agent's prompt",
    requestOf([system("It is so. Today is 2026-11-16.")]),
    requestOf([system("It is so. Today is 2027-01-02.")]),
  ],
  [
    "the order of tools",
    requestOf([go], { tools: [tool("a"), tool("b")] }),
    requestOf([go], { tools: [tool("b"), tool("a")] }),
  ],
  [
    "provider metadata",
    requestOf([{ ...go, providerOptions: { maker: { cache: true } } }], { temperature: 1 }),
    requestOf([go]),
  ],
  [
    "thoughts",
    requestOf([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Hm." },
          { type: "text", text: "Yes." },
        ],
      },
    ]),
    requestOf([{ role: "assistant", content: [{ type: "text", text: "Yes." }] }]),
  ],
];

test.each(same)("%s makes no other request", (_, one, other) => {
  expect(digest(one)).toBe(digest(other));
});

const different: readonly (readonly [string, TurnRequest, TurnRequest])[] = [
  ["another word", requestOf([go]), requestOf([userSays("Go!")])],
  ["another role", requestOf([go]), requestOf([system("Go.")])],
  ["one message more", requestOf([go]), requestOf([go, go])],
  ["a date in the task", requestOf([userSays("By 2026-11-16.")]), requestOf([userSays("By 2026-11-17.")])],
  [
    "another result",
    requestOf([toolAnswers("a", { seconds: 1 })]),
    requestOf([toolAnswers("a", { seconds: 2 })]),
  ],
  ["another tool", requestOf([go], { tools: [tool("a")] }), requestOf([go], { tools: [tool("b")] })],
  [
    "a tool that says something else",
    requestOf([go], { tools: [tool("a", "Lists x.")] }),
    requestOf([go], { tools: [tool("a", "Lists y.")] }),
  ],
  ["a folder that is not a known place", requestOf([userSays("/srv/a")]), requestOf([userSays("/srv/b")])],
  [
    "the result of the other call",
    requestOf([calls("a", "b"), toolAnswers("a", 1)]),
    requestOf([calls("a", "b"), toolAnswers("b", 1)]),
  ],
];

test.each(different)("%s makes another request", (_, one, other) => {
  expect(digest(one)).not.toBe(digest(other));
});

test("the excerpt begins with the last message, has no path, is bounded, and hides what looks like a key", () => {
  const { request } = canonicalize(
    requestOf([go, userSays(`In /home/ann/work with sk-ant-1234567890abcdefghij ${"long ".repeat(1000)}`)]),
  );
  expect(request.excerpt).toMatch(/^user: In \$\{WORK\} with \[redacted\] long long /);
  expect(request.excerpt).toHaveLength(evalsLimits.recordingExcerptCharacters);
});

test("a file from the user is identified by its content", () => {
  const file = (byte: number): TurnRequest =>
    requestOf([
      {
        role: "user",
        content: [
          { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([byte]) } },
        ],
      },
    ]);
  expect(digest(file(1))).toBe(digest(file(1)));
  expect(digest(file(1))).not.toBe(digest(file(2)));
});
