import fc from "fast-check";
import { expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";
import { repairYaml } from "./repair-yaml.ts";

test("a value with a colon is quoted, and offsets lead back to what was written", () => {
  const source = "name: review\ndescription: Review code: style and bugs\nlicense: MIT\n";
  const repaired = repairYaml(source);
  expect(repaired?.source).toBe("name: review\ndescription: 'Review code: style and bugs'\nlicense: MIT\n");
  expect(repaired?.repairs).toEqual([
    { key: "description", span: { start: 26, end: 53 }, quoted: "'Review code: style and bugs'" },
  ]);
  const license = repaired?.source.indexOf("license") ?? 0;
  expect(source.slice(repaired?.toOriginal(license))).toBe("license: MIT\n");
});

test.each([
  ["a: it's: fine", "a: 'it''s: fine'"],
  ['a: "x" and "y"', `a: '"x" and "y"'`],
  ["a: 'x' y", "a: '''x'' y'"],
  ["a: `code` first", "a: '`code` first'"],
  ["a: @handle", "a: '@handle'"],
  ["a: *.ts", "a: '*.ts'"],
  ["a: - dash", "a: '- dash'"],
  ["a: Use when:", "a: 'Use when:'"],
  ["a: [file] [mode]", "a: '[file] [mode]'"],
  ["a: {{name}} here", "a: '{{name}} here'"],
  ["a: > not folded", "a: '> not folded'"],
  ["- a: b: c", "- a: 'b: c'"],
  ["  a: b: c  \t", "  a: 'b: c'  \t"],
  ["a: b: c\r", "a: 'b: c'\r"],
])("%j becomes %j", (source, expected) => {
  expect(repairYaml(`${source}\n`)?.source).toBe(`${expected}\n`);
});

test.each([
  "a: b",
  "a: 'x: y'",
  'a: "x: y" # c',
  "a: [b, 'c: d']",
  "a: {b: c} # d",
  "a: [b,",
  "a: &anchor",
  "a: *anchor",
  "a: http://x.y",
  "a:",
  "# a: b: c",
  "a b: c: d",
  "",
])("%j is left alone", (source) => {
  expect(repairYaml(`${source}\n`)).toBeUndefined();
});

test("lines of a block scalar are text and are left unchanged", () => {
  const block = "description: |  # literal\n  Note: a: b\n\n  More: c: d\n";
  expect(repairYaml(block)).toBeUndefined();
  expect(repairYaml(`${block}name: a: b\n`)?.source).toBe(`${block}name: 'a: b'\n`);
  expect(repairYaml("- a: >2-\n    b: c: d\n  e: f: g\n")?.source).toBe(
    "- a: >2-\n    b: c: d\n  e: 'f: g'\n",
  );
});

test("after a block scalar, nested keys are checked again", () => {
  expect(repairYaml("a: |\n  x: y: z\nb:\n  c: d: e\n")?.source).toBe("a: |\n  x: y: z\nb:\n  c: 'd: e'\n");
});

test("a long run of spaces takes linear time", () => {
  const value = `x${" ".repeat(250_000)}y: z`;
  expect(repairYaml(`a: ${value}\n`)?.repairs).toEqual([
    { key: "a", span: { start: 3, end: 3 + value.length }, quoted: `'${value}'` },
  ]);
});

const values = fc.string({
  unit: fc.constantFrom(..."ab:'\"[]{}#é🙂", ": ", "*", "`", "- "),
  minLength: 1,
  maxLength: 12,
});
const documents = fc
  .array(fc.tuple(fc.constantFrom("", "  ", "- "), values), { minLength: 1, maxLength: 6 })
  .map((lines) => lines.map(([lead, value], index) => `${lead}k${index}: ${value}\n`).join(""));

test("each repair is one scalar with the written text and a span that maps back to it", () => {
  fc.assert(
    fc.property(documents, (source) => {
      const repaired = repairYaml(source);
      if (!repaired) return;
      let growth = 0;
      for (const { span, quoted } of repaired.repairs) {
        const written = source.slice(span.start, span.end);
        const start = span.start + growth;
        expect(repaired.source.slice(start, start + quoted.length)).toBe(quoted);
        expect(repaired.toOriginal(start)).toBe(span.start);
        expect(repaired.toOriginal(start + quoted.length)).toBe(span.end);
        expect(parseYaml(`k: ${quoted}\n`).node).toMatchObject({ entries: [{ value: { text: written } }] });
        growth += quoted.length - written.length;
      }
      expect(repaired.toOriginal(repaired.source.length)).toBe(source.length);
      const places = Array.from(repaired.source, (_, at) => repaired.toOriginal(at));
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }),
    { numRuns: 3000 },
  );
});
