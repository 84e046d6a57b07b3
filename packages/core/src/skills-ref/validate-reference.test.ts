import fc from "fast-check";
import { expect, test } from "vitest";
import { validateLikeReference } from "./validate-reference.ts";

const document = (...lines: readonly string[]) => `---\n${lines.join("\n")}\n---\nBody\n`;
const named = (name: string) => document(`name: ${name}`, "description: d");
const withFields = (...more: readonly string[]) => document("name: a", "description: d", ...more);

function messages(text: string, directoryName = "a"): readonly string[] {
  return validateLikeReference({ text, directoryName }).map(({ message }) => message);
}

function rules(text: string, directoryName = "a"): readonly string[] {
  return validateLikeReference({ text, directoryName }).map(({ rule }) => rule);
}

test.each([
  ["a byte order mark", `\ufeff${named("a")}`],
  ["a blank line", `\n${named("a")}`],
  ["a space", ` ${named("a")}`],
])("opening: %s before the first --- is refused", (_what, text) => {
  expect(rules(text)).toEqual(["frontmatter.required"]);
});

test.each([
  ["on the opening line", "---name: a\ndescription: d\n---\nBody"],
  ["right after a value", "---\nname: a\ndescription: skill---Body"],
  ["indented", "---\nname: a\ndescription: d\n  ---\nBody"],
])("closing: --- %s is a marker", (_where, text) => {
  expect(messages(text)).toEqual([]);
});

test("closing: an opening of four hyphens is a YAML error", () => {
  expect(rules("----\nname: a\ndescription: d\n---\n")).toEqual(["frontmatter.yaml"]);
});

test("closing: three dots do not close", () => {
  expect(rules("---\nname: a\ndescription: d\n...\nBody\n")).toEqual(["frontmatter.unclosed"]);
});

test("newlines: CRLF and a lone CR are line breaks", () => {
  expect(messages(withFields("license: MIT").replaceAll("\n", "\r\n"))).toEqual([]);
  expect(messages(withFields("license: MIT").replaceAll("\n", "\r"))).toEqual([]);
});

test.each([
  ["nothing", "------\nBody"],
  ["a blank line", "---\n\n---\nBody"],
  ["a text", "---\njust text\n---\nBody"],
  ["a list", "---\n- a\n---\nBody"],
  ["a comment", "---\n# only a comment\n---\nBody"],
])("mapping: %s as frontmatter is refused", (_what, text) => {
  expect(messages(text)).toEqual(["SKILL.md frontmatter must be a YAML mapping"]);
});

test("not type-checked: license, allowed-tools and metadata may be lists or texts", () => {
  expect(messages(withFields("license:", "- MIT", "allowed-tools:", "  - Read", "metadata: text"))).toEqual(
    [],
  );
});

test("name: every failure is reported, in order", () => {
  const name = `-A--_${"b".repeat(64)}`;
  expect(messages(named(name))).toEqual([
    `Skill name '${name}' exceeds 64 character limit (69 chars)`,
    `Skill name '${name}' must be lowercase`,
    "Skill name cannot start or end with a hyphen",
    "Skill name cannot contain consecutive hyphens",
    `Skill name '${name}' contains invalid characters. Only letters, digits, and hyphens are allowed.`,
    `Directory name 'a' must match skill name '${name}'`,
  ]);
});

test.each([
  ["²", "2"],
  ["ﬁx", "fix"],
  ["ⅳ", "iv"],
  ["ａｂｃ", "abc"],
  ["p\u0430ypal", "p\u0430ypal"],
])("name: %s passes in the directory %s", (name, directoryName) => {
  expect(messages(named(name), directoryName)).toEqual([]);
});

test.each(["ไทย์", "हिन्दी"])("name: the combining marks of %s are refused", (name) => {
  expect(rules(named(name), name)).toEqual(["name.format"]);
});

test("name: a title-case letter is not lowercase", () => {
  // U+01C5 is LATIN CAPITAL LETTER D WITH SMALL LETTER Z WITH CARON; NFKC makes it "Dž".
  expect(rules(named("\u01c5"), "\u01c5")).toEqual(["name.format"]);
});

test("name: whitespace around it is removed, whitespace as Python knows it", () => {
  expect(messages(named('"\\x1c a \\u3000"'))).toEqual([]);
});

test("directory match: the message has the directory's name as given and the normalized name", () => {
  expect(messages(named("ⅳ"), "Ⅴ")).toEqual(["Directory name 'Ⅴ' must match skill name 'iv'"]);
});

test("directory match: an empty directory name never matches", () => {
  expect(messages(named("a"), "")).toEqual(["Directory name '' must match skill name 'a'"]);
});

test("directory match: without a directory name nothing is compared", () => {
  expect(validateLikeReference({ text: named("a") })).toEqual([]);
});

test("lengths: an emoji counts as one", () => {
  expect(messages(document("name: a", `description: ${"😀".repeat(1024)}`))).toEqual([]);
});

test("lengths: the name is measured after NFKC", () => {
  const name = "ﬃ".repeat(22);
  const message = `Skill name '${"ffi".repeat(22)}' exceeds 64 character limit (66 chars)`;
  expect(messages(named(name), name)).toEqual([message]);
});

test("lengths: a block of exactly 1024 characters counts 1025", () => {
  const text = document("name: a", "description: |", `  ${"x".repeat(1024)}`);
  expect(messages(text)).toEqual(["Description exceeds 1024 character limit (1025 chars)"]);
});

test("lengths: quoted spaces count in description and compatibility", () => {
  const text = document(
    "name: a",
    `description: "${"x".repeat(1024)} "`,
    `compatibility: "${"x".repeat(500)} "`,
  );
  expect(messages(text)).toEqual([
    "Description exceeds 1024 character limit (1025 chars)",
    "Compatibility exceeds 500 character limit (501 chars)",
  ]);
});

test.each([
  ["empty", "name:", "description:"],
  ["blank", 'name: "  "', 'description: "\\u2003"'],
  ["lists", "name:\n- a", "description:\n- d"],
  ["mappings", "name:\n  b: c", "description:\n  b: c"],
])("wrong type or blank: %s are refused", (_what, name, description) => {
  expect(messages(document(name, description))).toEqual([
    "Field 'name' must be a non-empty string",
    "Field 'description' must be a non-empty string",
  ]);
});

test("compatibility: a list is refused, an empty text accepted", () => {
  expect(messages(withFields("compatibility:\n- x"))).toEqual(["Field 'compatibility' must be a string"]);
  expect(messages(withFields("compatibility:"))).toEqual([]);
});

test("body size: a body of any length is accepted", () => {
  expect(messages(`${named("a")}${"long\n".repeat(10_000)}`)).toEqual([]);
});

test("order: unknown fields, name, description, compatibility", () => {
  const text = document("compatibility:\n- x", "version: 1", "author: me");
  expect(validateLikeReference({ text, directoryName: "a" })).toEqual([
    {
      rule: "frontmatter.unknownField",
      message:
        "Unexpected fields in frontmatter: author, version. Only ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'] are allowed.",
      span: { start: 23, end: 30 },
    },
    {
      rule: "name.required",
      message: "Missing required field in frontmatter: name",
      span: { start: 0, end: 3 },
    },
    {
      rule: "description.required",
      message: "Missing required field in frontmatter: description",
      span: { start: 0, end: 3 },
    },
    {
      rule: "compatibility.type",
      message: "Field 'compatibility' must be a string",
      span: { start: 19, end: 22 },
    },
  ]);
});

test("a span counts in the text as given, CRs included", () => {
  const text = '---\r\nlicense: MIT\r\nname: "B"\r\ndescription: d\r\n---\r\n';
  const [message] = validateLikeReference({ text, directoryName: "B" });
  expect(text.slice(message?.span?.start, message?.span?.end)).toBe('"B"');
});

test("a YAML error has the line and column in the file", () => {
  expect(
    validateLikeReference({ text: "---\r\nname: a\r\ndescription: Use when: asked\r\n---\r\n" }),
  ).toEqual([
    {
      rule: "frontmatter.yaml",
      message:
        'Invalid YAML in frontmatter: line 3, column 22: a value cannot contain ": " here; put the value in quotes',
      span: { start: 35, end: 36 },
    },
  ]);
});

test("no text makes it throw", () => {
  const yamlish = fc
    .array(
      fc.constantFrom(
        ..."ab:-?#|>'\"\\ \n\t\r[{&*!%@`.,~",
        "name: ",
        "---",
        "\n  ",
        "\x85",
        "\ufeff",
        "😀",
        "\ud800",
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => `---\n${parts.join("")}\n---\n`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), yamlish), fc.string(), (text, directoryName) => {
      for (const { message, span } of validateLikeReference({ text, directoryName })) {
        expect(message).not.toBe("");
        expect(span && span.start <= span.end && span.end <= text.length).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});
