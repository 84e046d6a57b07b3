import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines } from "../test-io.ts";

afterAll(removeTestMachines);

/** A control sequence in one character, delete, bidi marks, a zero-width space and a tag character. */
const hostile = "a\u009b31m\u007f\u202eb\u2066c\u200bd\u{e0041}";
const escaped = JSON.stringify(hostile).replace(/[^ -~]/gu, (character) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join(""),
);
const skill = (name: string): string =>
  `---\nname: ${escaped.slice(0, -1)}-${name}"\ndescription: ${escaped}\nallowed-tools: [${escaped}]\ntags: [${escaped}]\n---\n${hostile}\n`;

const machine = createTestMachine({
  [`home/.claude/skills/${hostile}-one/SKILL.md`]: skill("one"),
  "home/.claude/skills/two/SKILL.md": skill("two"),
});
const folder = `${machine.folder}/home/.claude/skills`;

test.each([
  ["list"],
  ["list", "--json"],
  ["list", "--tree"],
  ["search", "a"],
  ["search", "a", "--json"],
  ["doctor"],
  ["doctor", "--json"],
  ["explain", `${hostile}-one`],
  ["explain", "two", "--json"],
  ["use", "./nothing-here"],
  ["use", `${folder}/two`, "--json"],
  ["show", folder],
  ["show", folder, "--json"],
  ["show", `${folder}/two`],
  ["check", folder],
  ["check", folder, "--format", "json"],
  ["check", folder, "--format", "sarif"],
  ["check", folder, "--format", "github"],
  ["check", folder, "--format", "junit"],
  ["validate", folder],
  ["test", folder],
  ["test", folder, "--reporter", "json"],
  ["policy", "explain", `${hostile}-one`, "--tool", hostile],
  ["policy", "explain", "--allowed-tools", hostile, "--tool", hostile, "--json"],
  ["balance", folder],
  ["balance", folder, "--json"],
  ["trust", "--list"],
])("a skill's text reaches the terminal as text: %s", async (...words) => {
  const { out, err } = await machine.run(words);
  expect((out + err).length).toBeGreaterThan(0);
  expect(`${out}${err}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Cf}/u);
});
