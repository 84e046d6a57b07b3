import { expect, test } from "vitest";
import { hookEventName, hookEventSpellings, toHookEvent } from "./hook-events.ts";

test("every event is spelt by its own name in a case", () => {
  for (const event of new Set(hookEventSpellings.values())) expect(hookEventSpellings.get(event)).toBe(event);
});

test("what a hook is told is a spelling that leads back to the event", () => {
  for (const event of new Set(hookEventSpellings.values()))
    expect(hookEventSpellings.get(hookEventName(event))).toBe(event);
  expect(hookEventName("pre-prompt")).toBe("UserPromptSubmit");
  expect(hookEventName("skill-end")).toBe("skill-end");
});

test.each([
  ["PreToolUse", "pre-tool-use"],
  ["sub-agent-end", "sub-agent-end"],
  ["SubagentStop", "sub-agent-end"],
  ["skill-activate", undefined],
  ["pre", undefined],
  ["pretooluse", undefined],
  ["constructor", undefined],
])("a manifest's %s is the event %s", (name, event) => {
  expect(toHookEvent(name)).toBe(event);
});
