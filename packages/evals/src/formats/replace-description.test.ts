import { parseSkill } from "@skillwright/core/parse";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replaceDescription } from "./replace-description.ts";

const body = "# Body\n\ndescription: not this one\n";
const skill = (...lines: readonly string[]): string => `---\n${lines.join("\n")}\n---\n${body}`;

test.each([
  ["plain", skill("name: a", "description: Old words.", "license: MIT"), ["description: New words."]],
  [
    "double-quoted",
    skill("name: a", 'description: "Old: words"', "license: MIT"),
    ["description: New words."],
  ],
  [
    "single-quoted",
    skill("name: a", "description: 'It''s old'", "license: MIT"),
    ["description: New words."],
  ],
  [
    "folded",
    skill("name: a", "description: >-", "  Old", "  words", "license: MIT"),
    ["description: New words."],
  ],
  [
    "literal",
    skill("name: a", "description: |", "  Old", "", "  words", "license: MIT"),
    ["description: New words."],
  ],
  [
    "plain over lines",
    skill("name: a", "description: Old", "  words", "license: MIT"),
    ["description: New words."],
  ],
  [
    "quoted over lines",
    skill("name: a", 'description: "Old', '  words"', "license: MIT"),
    ["description: New words."],
  ],
  [
    "on the next line",
    skill("name: a", "description:", "  Old words", "license: MIT"),
    ["description:", "  New words."],
  ],
  [
    "not quoted as it should be",
    skill("name: a", "description: Old: words", "license: MIT"),
    ["description: New words."],
  ],
  ["empty", skill("name: a", "description:", "license: MIT"), ["description: New words."]],
  ["null", skill("name: a", "description: ~", "license: MIT"), ["description: New words."]],
  [
    "a list",
    skill("name: a", "description:", "  - Old", "  - words", "license: MIT"),
    ["description: New words."],
  ],
  ["missing", skill("name: a", "license: MIT"), ["description: New words."]],
])("a description that is %s is replaced", (_, text, written) => {
  expect(replaceDescription(text, "New words.")).toBe(skill("name: a", ...written, "license: MIT"));
});

test.each([
  ["behind a plain value", "description: Old # why", "description: New # why"],
  ["behind a quoted value", 'description: "Old"   # why', "description: New   # why"],
  ["behind the mark of a folded value", "description: >- # why\n  Old\n  words", "description: New # why"],
  ["behind the mark of a literal value", "description: |2 # why\n   Old", "description: New # why"],
  ["behind nothing", "description: # why", "description: New # why"],
  ["below a block", "description: >\n  Old\n# why", "description: New\n# why"],
  ["above", "# why\ndescription: Old", "# why\ndescription: New"],
])("a comment %s is kept", (_, before, after) => {
  expect(replaceDescription(skill("name: a", before, "license: MIT"), "New")).toBe(
    skill("name: a", after, "license: MIT"),
  );
});

test.each([
  ["in brackets", "{name: a, description: Old, license: MIT}", '{name: a, description: "New", license: MIT}'],
  ["in brackets, missing", "{name: a, license: MIT}", '{name: a, description: "New", license: MIT}'],
  ["indented", "  name: a\n  license: MIT", "  name: a\n  description: New\n  license: MIT"],
  ["without a name", "license: MIT", "description: New\nlicense: MIT"],
  [
    "with a name that has a comment",
    "name: a # why\nlicense: MIT",
    "name: a # why\ndescription: New\nlicense: MIT",
  ],
  ["with a folded name", "name: >-\n  a\nlicense: MIT", "name: >-\n  a\ndescription: New\nlicense: MIT"],
  ["of nothing but a comment", "# nothing", "description: New\n# nothing"],
])("a frontmatter %s takes the description", (_, before, after) => {
  expect(replaceDescription(skill(before), "New")).toBe(skill(after));
});

test("Windows line endings and a byte order mark are kept", () => {
  const text =
    "\ufeff---\r\nname: a\r\ndescription: >\r\n  Old\r\n  words\r\nlicense: MIT\r\n---\r\nBody\r\n";
  expect(replaceDescription(text, "New")).toBe(
    "\ufeff---\r\nname: a\r\ndescription: New\r\nlicense: MIT\r\n---\r\nBody\r\n",
  );
  expect(replaceDescription("---\r\nname: a\r\n---\r\nBody\r\n", "New")).toBe(
    "---\r\nname: a\r\ndescription: New\r\n---\r\nBody\r\n",
  );
});

test("a file that ends with its frontmatter accepts the description", () => {
  expect(replaceDescription("---\nname: a\n---", "New")).toBe("---\nname: a\ndescription: New\n---");
  expect(replaceDescription("---\nname: a", "New")).toBe("---\nname: a\ndescription: New\n");
});

test.each([
  ["has no frontmatter", "# Only a body\n"],
  ["has a list for a frontmatter", "---\n- a\n---\n"],
  ["unreadable", "---\nname: a\n- b\n---\n"],
  ["refers to its description elsewhere", "---\nname: a\ndescription: &d Old\ncompatibility: *d\n---\n"],
])("a file that %s is refused, and not changed", (_, text) => {
  expect(() => replaceDescription(text, "New")).toThrow(expect.objectContaining({ code: "skill-invalid" }));
});

describe("for any description and file", () => {
  const oneLine = fc
    .oneof(
      fc.string({ minLength: 1 }),
      fc.string({ minLength: 1, unit: "grapheme" }),
      fc
        .array(
          fc.constantFrom(
            "a",
            " ",
            ": ",
            " #",
            "'",
            '"',
            "\\",
            "\n",
            "\t",
            "-",
            "---",
            ">",
            "|",
            "{",
            "]",
            ",",
            "~",
            "1",
            "\u0085",
            "\u2028",
          ),
          { minLength: 1 },
        )
        .map((parts) => parts.join("")),
      fc.constantFrom(
        "true",
        "null",
        "1.10",
        "0x1f",
        "yes",
        "- a",
        "? a",
        "@a",
        "`a`",
        "%a",
        "a:",
        "&a",
        "*a",
        "!a",
      ),
    )
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const written = fc.constantFrom(
    ["description: Old words."],
    ['description: "Old \\" words"  # why'],
    ["description: 'Old'"],
    ["description: >", "  Old", "", "  words"],
    ["description: >+ # why", "    Old", "", ""],
    ["description: |-", "  Old", "   deeper"],
    ["description: Old", "  words"],
    ["description:"],
    ["description:", "  Old"],
    ["description: Old: words"],
    [],
  );
  const others = fc.subarray([
    "# A comment",
    "license: MIT # free",
    "tags: [a, b]",
    "metadata:\n  description: inner\n  b: 1.10",
    "compatibility: |\n  Two\n  lines",
    "x: 'quoted'",
  ]);
  const lineEnd = fc.constantFrom("\n", "\r\n");

  const files = fc
    .record({ own: written, before: others, after: others, end: lineEnd })
    .map(({ own, before, after, end }) => {
      const head = before.flatMap((lines) => lines.split("\n"));
      const tail = after.filter((lines) => !before.includes(lines)).flatMap((lines) => lines.split("\n"));
      const rest = [...tail, "---", "# Body", ""];
      return {
        end,
        text: ["---", "name: a", ...head, ...own, ...rest].join(end),
        // If there is none, it is added after the name.
        above: ["---", "name: a", ...(own.length > 0 ? head : [])],
        below: [...(own.length > 0 ? [] : head), ...rest],
      };
    });

  test("the file then has exactly that description, every other field, and every other line", () => {
    fc.assert(
      fc.property(oneLine, files, (description, { text, end, above, below }) => {
        const result = replaceDescription(text, description);
        expect(parseSkill(result).manifest).toEqual({ ...parseSkill(text).manifest, description });
        const lines = result.split(end);
        expect(lines.slice(0, above.length)).toEqual(above);
        expect(lines.slice(-below.length)).toEqual(below);
        expect(replaceDescription(result, description)).toBe(result);
      }),
    );
  });
});
