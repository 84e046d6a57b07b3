import { expect, test } from "vitest";
import { hookEventName, hookEventSpellings, toHookEvent } from "./hook-events.ts";

test("a test case can use every event's own name", () => {
  for (const event of new Set(hookEventSpellings.values())) expect(hookEventSpellings.get(event)).toBe(event);
});

test("the name passed to a hook maps back to its event", () => {
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
