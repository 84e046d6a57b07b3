import type { ModelMessage } from "ai";
import { expect, test } from "vitest";
import { amendMessages } from "./amend-messages.ts";

type Output = Extract<
  Extract<ModelMessage, { role: "tool" }>["content"][number],
  { type: "tool-result" }
>["output"];

function result(output: Output): ModelMessage {
  return { role: "tool", content: [{ type: "tool-result", toolCallId: "c", toolName: "read", output }] };
}

const notes = new Map([["c", "Enough."]]);
const nothing = { answers: new Map<string, string>(), notes: new Map<string, string>(), isTool: () => true };

const noted: readonly (readonly [Output, Output])[] = [
  [
    { type: "text", value: "x" },
    { type: "text", value: "x\n\nEnough." },
  ],
  [
    { type: "error-text", value: "x" },
    { type: "error-text", value: "x\n\nEnough." },
  ],
  [
    { type: "json", value: { a: 1 } },
    { type: "json", value: { a: 1, note: "Enough." } },
  ],
  [
    { type: "json", value: [1] },
    { type: "json", value: { result: [1], note: "Enough." } },
  ],
  [
    { type: "json", value: null },
    { type: "json", value: { result: null, note: "Enough." } },
  ],
  [
    { type: "error-json", value: {} },
    { type: "error-json", value: { note: "Enough." } },
  ],
  [
    { type: "content", value: [] },
    { type: "content", value: [{ type: "text", text: "Enough." }] },
  ],
  [{ type: "execution-denied" }, { type: "execution-denied", reason: "Enough." }],
  [
    { type: "execution-denied", reason: "No." },
    { type: "execution-denied", reason: "No.\n\nEnough." },
  ],
];

test.each(noted)("a note joins %j", (output, expected) => {
  expect(amendMessages([result(output)], { ...nothing, notes })).toEqual([result(expected)]);
});

test("our answer replaces the SDK's, and a note is appended to it", () => {
  const answers = new Map([["c", "There is no such tool."]]);
  expect(amendMessages([result({ type: "json", value: 1 })], { ...nothing, answers, notes })).toEqual([
    result({ type: "error-text", value: "There is no such tool.\n\nEnough." }),
  ]);
});

test("everything else is unchanged", () => {
  const messages: ModelMessage[] = [
    { role: "user", content: "Go." },
    { role: "assistant", content: "Yes." },
    { role: "assistant", content: [{ type: "text", text: "Yes." }] },
    result({ type: "text", value: "x" }),
  ];
  expect(amendMessages(messages, nothing)).toEqual(messages);
});
