import { expect, test } from "vitest";
import { type HookAnswer, readHookOutput } from "./read-hook-output.ts";

const specific = (fields: object): string => JSON.stringify({ hookSpecificOutput: fields });

test.each<[string, string, HookAnswer]>([
  ["nothing", "", {}],
  ["plain text", "all is well\n", {}],
  ["an empty answer", "{}", {}],
  ["a list", '["decision"]', {}],
  ["Claude Code's block", '{"decision":"block","reason":"no"}', { block: "no" }],
  ["a block without a reason", '{"decision":"block"}', { block: "" }],
  ["continue: false", '{"continue":false,"stopReason":"enough"}', { block: "enough" }],
  ["continue: true", '{"continue":true}', {}],
  [
    "a permission denied",
    specific({ permissionDecision: "deny", permissionDecisionReason: "not this" }),
    { block: "not this" },
  ],
  ["a permission to be asked for", specific({ permissionDecision: "ask" }), { ask: true }],
  ["a permission given", specific({ permissionDecision: "allow" }), {}],
  ["a permission left to others", specific({ permissionDecision: "defer" }), {}],
  [
    "a permission request denied",
    specific({ decision: { behavior: "deny", message: "never" } }),
    { block: "never" },
  ],
  [
    "a permission request allowed with another input",
    specific({ decision: { behavior: "allow", updatedInput: { command: "ls" } } }),
    { updatedInput: { command: "ls" } },
  ],
  [
    "an input changed",
    specific({ permissionDecision: "allow", updatedInput: { command: "ls" } }),
    { updatedInput: { command: "ls" } },
  ],
  ["UAAPS's allow", '{"decision":"allow","updatedInput":{"a":1}}', { updatedInput: { a: 1 } }],
  ["UAAPS's deny", '{"decision":"deny","reason":"no"}', { block: "no" }],
  ["UAAPS's ask", '{"decision":"ask"}', { ask: true }],
  ["Claude Code's old approval", '{"decision":"approve"}', {}],
  [
    "more to tell the model",
    specific({ additionalContext: "mind the gap" }),
    { additionalContext: "mind the gap" },
  ],
])("C-28: %s", (_, stdout, answer) => {
  expect(readHookOutput(stdout)).toEqual(answer);
});

test("the stricter of two decisions wins", () => {
  const both = JSON.stringify({ decision: "allow", hookSpecificOutput: { permissionDecision: "deny" } });
  expect(readHookOutput(both)).toEqual({ block: "" });
  const asked = JSON.stringify({ decision: "approve", hookSpecificOutput: { permissionDecision: "ask" } });
  expect(readHookOutput(asked)).toEqual({ ask: true });
  expect(readHookOutput('{"decision":"allow","continue":false}')).toEqual({ block: "" });
});

test.each([
  '{"decision":"block"',
  '{"decision":"Deny"}',
  '{"decision":7}',
  specific({ permissionDecision: "no" }),
  "{no}",
])("an unintelligible answer may have meant no: %s", (stdout) => {
  expect(readHookOutput(stdout)).toEqual({ block: "The hook's answer could not be parsed." });
});
