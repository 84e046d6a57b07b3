import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { parseYaml } from "./parse-yaml.ts";
import { toPlain, toTexts } from "./yaml-node.ts";

function codesOf(source: string): readonly string[] {
  const { node, problems } = parseYaml(source);
  return [node?.kind ?? "nothing", ...problems.map((problem) => problem.code)];
}

/** Nine aliases a level, ten levels: three billion values. */
const bomb = Array.from({ length: 10 }, (_, level) => {
  const items = Array(9).fill(level === 0 ? "x" : `*a${level - 1}`);
  return `k${level}: &a${level} [${items.join(",")}]`;
}).join("\n");

test("T9: an alias bomb is refused before it expands", () => {
  expect(codesOf(bomb)).toEqual(["nothing", "too-large"]);
});

test("T9: a duplicate key before the bomb does not hide it", () => {
  expect(codesOf(`z: 1\nz: 2\n${bomb}`)).toEqual(["nothing", "too-large"]);
});

test("T9: nodes below a duplicate key count too", () => {
  const hidden = `a: 1\na: [${"x,".repeat(limits.yamlNodes)}]\n`;
  expect(codesOf(hidden)).toEqual(["nothing", "too-large"]);
});

test("T9: many aliases after a long text cost no more than their number", () => {
  // Looked up by walking the document each time, these took half a minute.
  const source = `a: &z y\nb: [${"*z,".repeat(9000)}]\nc: 1\nc: [${"x,".repeat(60_000)}]\n`;
  expect(codesOf(source)).toEqual(["nothing", "too-large"]);
});

test("T9: a circular alias terminates", () => {
  expect(codesOf("a: &a [*a]\n")).toEqual(["nothing", "too-deep"]);
  expect(codesOf("a: &a {k: *a}\n")).toEqual(["nothing", "too-deep"]);
});

const levels = 10_000;

test.each([
  ["brackets", "too-deep", `a: ${"[".repeat(levels)}${"]".repeat(levels)}`],
  ["brackets that never close", "too-deep", "[".repeat(levels)],
  ["braces", "too-deep", `${"{a: ".repeat(levels)}b${"}".repeat(levels)}`],
  ["brackets that comments pretend to close", "invalid", `a: ${"[ #]\n".repeat(levels)}`],
  ["brackets that quotes pretend to close", "too-deep", `a: ${"[']', ".repeat(levels)}`],
  ["brackets behind closing ones", "too-deep", `a: "${"]".repeat(levels)}"\nb: ${"[".repeat(levels)}`],
  ["dashes", "too-deep", "- ".repeat(levels)],
  ["dashes with tabs", "invalid", "-\t".repeat(levels)],
  ["dashes with anchors", "invalid", "- &a ".repeat(levels)],
  ["question marks", "too-deep", "? ".repeat(levels)],
  ["colons", "invalid", ": ".repeat(levels)],
  ["keys", "invalid", "a: ".repeat(levels)],
])("%s nested ten thousand levels deep are a problem (%s), not a crash", (_, code, source) => {
  expect(codesOf(source)).toEqual(["nothing", code]);
});

test("brackets side by side do not count as nesting", () => {
  expect(codesOf(`a: [${"[],".repeat(1000)}]\nb: [${"{},".repeat(1000)}]\n`)).toEqual(["map"]);
});

test("nesting up to the limit is read, one more is not, by both readers", () => {
  const nested = (depth: number, end: string): string =>
    `${Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}a:`).join("\n")} ${end}\n`;
  expect(codesOf(nested(limits.yamlDepth, "x"))).toEqual(["map"]);
  expect(codesOf(nested(limits.yamlDepth + 1, "x"))).toEqual(["nothing", "too-deep"]);
  expect(codesOf(nested(limits.yamlDepth, "x # c"))).toEqual(["map"]);
  expect(codesOf(nested(limits.yamlDepth + 1, "x # c"))).toEqual(["nothing", "too-deep"]);
});

test("lists count as levels too, and exactly as many nodes as allowed are read", () => {
  const lists = (depth: number): string => `a: ${"[".repeat(depth)}x${"]".repeat(depth)}\n`;
  expect(codesOf(lists(limits.yamlDepth - 1))).toEqual(["map"]);
  expect(codesOf(lists(limits.yamlDepth))).toEqual(["nothing", "too-deep"]);
  // Three nodes are the mapping, its key and the list.
  const items = (count: number): string => `a: [${"x,".repeat(count)}]\n`;
  expect(codesOf(items(limits.yamlNodes - 3))).toEqual(["map"]);
  expect(codesOf(items(limits.yamlNodes - 2))).toEqual(["nothing", "too-large"]);
});

test("a frontmatter past the size limit, or of too many fields, is refused", () => {
  expect(codesOf(`a: ${"x".repeat(limits.frontmatterBytes)}\n# c`)).toEqual(["nothing", "too-large"]);
  const fields = Array.from({ length: limits.yamlNodes / 2 }, (_, index) => `k${index}:`).join("\n");
  expect(codesOf(fields)).toEqual(["nothing", "too-large"]);
});

test("T9: __proto__ and its kind are only keys", () => {
  const source = "__proto__:\n  polluted: yes\nconstructor: {prototype: {polluted: yes}}\n";
  const { node } = parseYaml(source);
  const plain = node && toPlain(node);
  expect(JSON.stringify(plain)).toBe(
    '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}',
  );
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  expect(node && toTexts(node)).toBeInstanceOf(Map);
});

const yamlPieces = fc.string({
  unit: fc.constantFrom(
    ..."ab:-?[]{}#&*!|>'\"%@`,.\\ \n\t\r",
    "\n  ",
    "\n- ",
    ": ",
    "---\n",
    "...\n",
    "<<: ",
    "é",
    "\u2028",
    "🙂",
    "\ud800",
  ),
  maxLength: 60,
});

test("no text makes the parser throw, and spans stay inside it", () => {
  fc.assert(
    fc.property(fc.oneof(yamlPieces, fc.string({ unit: "binary", maxLength: 40 })), (source) => {
      const { node, problems } = parseYaml(source);
      for (const { start, end } of [...problems.map(({ span }) => span), ...(node ? [node.span] : [])]) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(source.length);
      }
      if (node) toPlain(node);
    }),
    { numRuns: 20_000 },
  );
});
