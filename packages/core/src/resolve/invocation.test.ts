import { expect, test } from "vitest";
import { parseSkill } from "../parse/parse-skill.ts";
import { invocationOf } from "./invocation.ts";

test.each([
  ["", true, true],
  ["disable-model-invocation: true", false, true],
  ["disable-model-invocation: yes", false, true],
  ["disable-model-invocation: false", true, true],
  ["user-invocable: false", true, false],
  ["user-invocable: true", true, true],
  ["disable-model-invocation: true\nuser-invocable: false", false, false],
  ["metadata:\n  opencode/autoinvoke: false", false, true],
  ["metadata:\n  opencode/autoinvoke: 'no'", false, true],
  ["metadata:\n  opencode/autoinvoke: true", true, true],
  ["metadata:\n  opencode/autoinvoke: maybe", true, true],
  ["metadata:\n  opencode/autoinvoke: true\ndisable-model-invocation: true", false, true],
])("§2 item 31: %j: by a model %s, by a person %s", (fields, modelInvocable, userInvocable) => {
  const { manifest } = parseSkill(`---\nname: a\ndescription: b\n${fields}\n---\n`);
  expect(invocationOf(manifest)).toEqual({ modelInvocable, userInvocable });
});
