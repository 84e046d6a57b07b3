import { expect, test } from "vitest";
import { findingsOf, fixedBy } from "../../findings-of.ts";

const skill = (tools: string): string => `---\nname: pdf\nallowed-tools: ${tools}\nlicense: MIT\n---\n`;

test("S1-8, C-5: commas are reported", () => {
  expect(findingsOf("allowed-tools.type", skill("Read, Bash(git:*)"))).toMatchObject([
    {
      message: "commas",
      range: { start: { line: 3, column: 16 }, end: { line: 3, column: 33 } },
    },
  ]);
});

test.each([
  ["Read,Write, Bash(uvx:*,go:*)", "Read Write Bash(uvx:*,go:*)", true],
  ['"Bash(git add *), Read"', "Bash(git add *) Read", false],
  [">\n  Read,\n  Write", "Read Write", true],
  ["[Read, 'Bash(git:*)']", "Read Bash(git:*)", false],
  ["\n  - Read\n  - Bash(git add *)", "Read Bash(git add *)", false],
])("C-5: the fix of %j", (tools, expected, safe) => {
  expect(findingsOf("allowed-tools.type", skill(tools))[0]?.fix?.safe).toBe(safe);
  const fixed = fixedBy("allowed-tools.type", skill(tools));
  expect(fixed).toBe(skill(expected));
  expect(fixedBy("allowed-tools.type", fixed)).toBe(fixed);
});

test.each(["Read files, Write", "[Read Write, Grep]", "[]", "\n  - Read # why", "5", ""])(
  "no fix guesses: %j",
  (tools) => {
    const [finding] = findingsOf("allowed-tools.type", skill(tools));
    expect(finding).toBeDefined();
    expect(finding?.fix).toBeUndefined();
  },
);

test("unbalanced entries are left to allowed-tools.syntax", () => {
  expect(fixedBy("allowed-tools.type", skill("Read, Bash(git, Grep"))).toBe(skill("Read, Bash(git, Grep"));
});

test.each([
  ["[Read]", "list"],
  ["5", "other"],
  ["{Read: true}", "other"],
  ["", "other"],
])("S2-23: '%s' is not text", (tools, message) => {
  expect(findingsOf("allowed-tools.type", skill(tools))).toMatchObject([{ message }]);
});

test.each(["Read", "Bash(git:*) Bash(uvx:*,go:*) Read", "Bash(git add *) Read"])(
  "S1-8, S2-7: '%s' is fine",
  (tools) => {
    expect(findingsOf("allowed-tools.type", skill(tools))).toEqual([]);
  },
);
