import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { parseSkill } from "./parse-skill.ts";
import type { YamlNode, YamlScalar } from "./yaml-node.ts";

function scalarsOf(node: YamlNode): readonly YamlScalar[] {
  if (node.kind === "scalar") return [node];
  if (node.kind === "list") return node.items.flatMap(scalarsOf);
  return node.entries.flatMap(({ key, value }) => [key, ...scalarsOf(value)]);
}

function problemsOf(text: string): readonly string[] {
  return parseSkill(text).problems.map(({ rule, message }) => `${rule} ${message}`);
}

test("S0-1: a skill is a manifest and a body, each with its span", () => {
  const text = "---\nname: pdf\ndescription: Reads PDF files.\n---\n# PDF\n";
  const { manifest, frontmatterSpan, bodySpan, problems } = parseSkill(text);
  expect(manifest).toMatchObject({ name: "pdf", description: "Reads PDF files." });
  expect(text.slice(frontmatterSpan?.start, frontmatterSpan?.end)).toBe(
    "name: pdf\ndescription: Reads PDF files.\n",
  );
  expect(text.slice(bodySpan.start, bodySpan.end)).toBe("# PDF\n");
  expect(problems).toEqual([]);
});

test.each([
  ["nothing", "", ["frontmatter.required missing"]],
  ["no frontmatter", "# Title\n", ["frontmatter.required missing"]],
  ["empty lines before it", "\n\n---\nname: a\n---\n", ["frontmatter.required notFirst"]],
  ["no end", "---\nname: a\n", ["frontmatter.unclosed unclosed"]],
  ["nothing between the lines", "---\n---\n", ["frontmatter.mapping empty"]],
  ["only a comment", "---\n# a\n---\n", ["frontmatter.mapping empty"]],
  ["a list", "---\n- a\n---\n", ["frontmatter.mapping notMapping"]],
  ["a text", "---\njust text\n---\n", ["frontmatter.mapping notMapping"]],
  ["broken YAML", "---\nname: [a,\n---\n", ["frontmatter.yaml invalid"]],
  ["a key twice", "---\nname: a\nname: b\n---\n", ["frontmatter.duplicateKey duplicate"]],
  [
    "a list with a key twice",
    "---\n- {a: 1, a: 2}\n---\n",
    ["frontmatter.duplicateKey duplicate", "frontmatter.mapping notMapping"],
  ],
  ["a colon in a value", "---\nname: a: b\n---\n", ["frontmatter.unquotedValue unquoted"]],
  ["a byte order mark", "\uFEFF---\nname: a\n---\n", ["file.bom bom"]],
  ["absurd nesting", `---\na: ${"[".repeat(10_000)}\n---\n`, ["frontmatter.yaml too-deep"]],
  ["absurd size", `---\na: ${"x".repeat(limits.frontmatterBytes)}\n---\n`, ["frontmatter.yaml too-large"]],
])("%s is a problem, not an exception", (_, text, problems) => {
  expect(problemsOf(text)).toEqual(problems);
});

test("an unquoted colon is repaired, reported with its fix, and read as intended", () => {
  const text = "---\nname: review\ndescription: Review code: style\n---\nBody\n";
  const { manifest, problems } = parseSkill(text);
  expect(manifest).toMatchObject({ name: "review", description: "Review code: style" });
  const span = { start: text.indexOf("Review"), end: text.indexOf("\n---\nBody") };
  expect(problems).toEqual([
    {
      rule: "frontmatter.unquotedValue",
      message: "unquoted",
      args: { field: "description" },
      span,
      fix: {
        title: "Quote the value of description",
        safe: true,
        edits: [{ span, text: "'Review code: style'" }],
      },
    },
  ]);
});

test("YAML that no quotes can repair keeps its own error and place", () => {
  const text = "---\nname: a: b\ntags: [c,\n---\n";
  const { problems, frontmatter } = parseSkill(text);
  expect(frontmatter).toBeUndefined();
  expect(problems.map(({ rule, span }) => [rule, text.slice(span?.start, span?.end)])).toEqual([
    ["frontmatter.yaml", "a"],
  ]);
});

test("unclosed frontmatter is read up to its first empty line, and the body is not parsed as YAML", () => {
  const text = "---\nname: pdf\ndescription: Reads PDF files.\n\n# Usage\nNote: run: it\n";
  const { manifest, problems, bodySpan } = parseSkill(text);
  expect(manifest).toMatchObject({ name: "pdf", description: "Reads PDF files." });
  expect(problems).toEqual([
    { rule: "frontmatter.unclosed", message: "unclosed", span: { start: 0, end: 3 } },
  ]);
  expect(text.slice(bodySpan.start, bodySpan.end)).toBe("\n# Usage\nNote: run: it\n");
});

test("frontmatter that is not a mapping is reported with its span and type", () => {
  const report = (text: string): unknown =>
    parseSkill(text).problems.map(({ args, span }) => ({ args, span }));
  expect(report("---\n[a]\n---\n")).toEqual([{ args: { found: "list" }, span: { start: 4, end: 7 } }]);
  expect(report("---\n\n---\n")).toEqual([{ args: { found: "nothing" }, span: { start: 4, end: 5 } }]);
});

test("CRLF and a byte order mark shift nothing", () => {
  const text = "\uFEFF---\r\nname: pdf\r\nmetadata:\r\n  version: 1.10\r\n---\r\nBody\r\n";
  const { frontmatter } = parseSkill(text);
  expect(frontmatter && scalarsOf(frontmatter).map(({ span }) => text.slice(span.start, span.end))).toEqual([
    "name",
    "pdf",
    "metadata",
    "version",
    "1.10",
  ]);
});

const values = fc.constantFrom(
  "pdf",
  "1.10",
  "'it''s'",
  '"a b"',
  "a: b",
  "it's: x",
  "[a, 'b']",
  "*.md",
  "技能 🙂",
  "`x`",
  "true",
);
const skills = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom("name", "description", "license", "tags", "k"), { minLength: 1 }),
    fc.array(values, { minLength: 5, maxLength: 5 }),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\uFEFF"),
  )
  .map(([keys, chosen, ending, mark]) => {
    const lines = keys.map((key, index) => `${key}: ${chosen[index]}`);
    return mark + ["---", ...lines, "---", "# Title", ""].join(ending);
  });

test("every value keeps its position, repaired or not: its span covers what was written", () => {
  fc.assert(
    fc.property(skills, (text) => {
      const { frontmatter } = parseSkill(text);
      if (!frontmatter) return;
      for (const { span, text: value, style } of scalarsOf(frontmatter)) {
        const written = text.slice(span.start, span.end);
        const isQuoted = style !== "plain" && /^(['"]).*\1$/s.test(written);
        expect(isQuoted ? written.slice(1, -1).replaceAll("''", "'") : written).toBe(value);
      }
    }),
    { numRuns: 2000 },
  );
});

test("no text makes it throw, and every span is inside the text", () => {
  const pieces = fc.constantFrom(
    "---\n",
    "name: a\n",
    "a: b: c\n",
    "\uFEFF",
    "\r\n",
    "[",
    "*x",
    " ---\n",
    "\0",
    "🙂",
    "- x\n",
    "'",
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: pieces, maxLength: 12 }), fc.string({ unit: "binary" })),
      (text) => {
        const { problems, bodySpan } = parseSkill(text);
        for (const span of [bodySpan, ...problems.map((problem) => problem.span ?? bodySpan)]) {
          expect(span.start >= 0 && span.start <= span.end && span.end <= text.length).toBe(true);
        }
      },
    ),
    { numRuns: 5000 },
  );
});

test("a text that begins with an exclamation mark is repaired, not cut as a tag", () => {
  const { manifest, problems } = parseSkill("---\nname: pdf\ndescription: !important use when asked\n---\n");
  expect(manifest.description).toBe("!important use when asked");
  expect(problems.map(({ rule }) => rule)).toEqual(["frontmatter.unquotedValue"]);
});

test("a repair that would turn a comment into text is not safe", () => {
  const { problems } = parseSkill("---\nname: pdf\ndescription: Use when: asked # later\n---\n");
  expect(problems[0]?.fix?.safe).toBe(false);
});
