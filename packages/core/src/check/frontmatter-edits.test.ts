import { expect, test } from "vitest";
import { parseSkill } from "../parse/parse-skill.ts";
import { parseYaml } from "../parse/parse-yaml.ts";
import { readPlainYaml } from "../parse/read-plain-yaml.ts";
import { findEntry } from "../parse/yaml-node.ts";
import { applyEdits } from "../text/span.ts";
import {
  observeNonText,
  openingSpan,
  placeOf,
  quoteScalar,
  rewriteAsScalar,
  toScalar,
  writtenText,
} from "./frontmatter-edits.ts";

const texts = [
  "pdf",
  "1.0",
  "true",
  "a: b",
  "it's",
  'say "hi"',
  "C:\\x",
  "a\nb",
  "# no",
  "- x",
  "",
  " x",
  "x:",
  "Bash(git:*) Read",
  "技能",
  "a #b",
  "null",
  "*x",
];

test.each(texts)("%j survives being written as a scalar", (text) => {
  for (const scalar of [quoteScalar(text), toScalar(text)]) {
    expect(parseYaml(`key: ${scalar}\n`).node).toMatchObject({ entries: [{ value: { value: text } }] });
  }
});

test("plain text is not quoted", () => {
  expect(["pdf", "Bash(git:*) Read", "1.0", "a: b"].map(toScalar)).toEqual([
    "pdf",
    "Bash(git:*) Read",
    '"1.0"',
    '"a: b"',
  ]);
});

const text = "---\nname: 5\nlist:\n  - a\n  - b\n\nnoted:\n  - a # why\nflow: [a]\nempty:\n---\n";
const { frontmatter } = parseSkill(text);
const placed = (key: string): string => {
  const entry = findEntry(frontmatter, key);
  return entry ? text.slice(placeOf(entry).start, placeOf(entry).end) : "";
};

test("a finding is placed at a value on one line, else at its key", () => {
  expect(["name", "list", "flow", "empty"].map(placed)).toEqual(["5", "list", "[a]", "empty"]);
});

test("a block is rewritten from its colon to its end, unless a comment would be lost", () => {
  const [list, noted] = ["list", "noted"].map((key) => findEntry(frontmatter, key));
  const fix = list && rewriteAsScalar(text, list, "a b");
  expect(applyEdits(text, fix?.edits ?? [])).toBe(text.replace("list:\n  - a\n  - b\n", "list: a b\n"));
  expect(noted && rewriteAsScalar(text, noted, "a")).toBeUndefined();
});

test("a number instead of a string is quoted, and an empty value is not a wrong type", () => {
  const [name, empty] = ["name", "empty"].map((key) => findEntry(frontmatter, key));
  expect(name && observeNonText(name)).toEqual({
    message: "scalar",
    args: { text: "5", found: "number" },
    span: { start: 10, end: 11 },
    fix: {
      title: "Quote the value of name",
      safe: true,
      edits: [{ span: { start: 10, end: 11 }, text: '"5"' }],
    },
  });
  expect(empty && observeNonText(empty)).toBeUndefined();
});

test("the line break that ends a block is not counted", () => {
  const source = "key: |\n  abc\n";
  const value = readPlainYaml(`${source}\n`, { start: 0, end: source.length })?.entries[0]?.value;
  expect(value?.kind === "scalar" && writtenText(value)).toBe("abc");
});

test("the opening delimiter is found behind a byte order mark", () => {
  expect([openingSpan("---\n"), openingSpan("\uFEFF---\n")]).toEqual([
    { start: 0, end: 3 },
    { start: 1, end: 4 },
  ]);
});
