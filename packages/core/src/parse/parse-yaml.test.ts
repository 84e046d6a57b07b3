import { expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";
import { type Plain, toPlain, type YamlNode } from "./yaml-node.ts";

function plainOf(source: string): Plain | undefined {
  const { node, problems } = parseYaml(source);
  expect(problems).toEqual([]);
  return node && JSON.parse(JSON.stringify(toPlain(node)));
}

/** The first problem, with the text it points at. */
function problemOf(source: string): readonly [code: string | undefined, place: string] {
  const [problem] = parseYaml(source).problems;
  return [problem?.code, source.slice(problem?.span.start, problem?.span.end)];
}

test("the library reads what the fast reader rejects", () => {
  expect(plainOf("a: {b: [1, 'x: y']}\nc: &x d\ne: *x\n")).toEqual({ a: { b: [1, "x: y"] }, c: "d", e: "d" });
  expect(plainOf('a: one\n  two\nb: "x\n  y"\n')).toEqual({ a: "one two", b: "x y" });
});

test("flow and block collections are distinguished", () => {
  expect(parseYaml("a: {b: [c]}\nd:\n  - {e: f}\n").node).toMatchObject({
    flow: false,
    entries: [
      { value: { flow: true, entries: [{ value: { flow: true } }] } },
      { value: { flow: false, items: [{ flow: true }] } },
    ],
  });
});

test("every scalar keeps the author's text next to its typed value", () => {
  const { node } = parseYaml("a: 1.10 # c\nb: 007x # d\nc: '1'\nd: ~ # e\n");
  const values = node?.kind === "map" ? node.entries.map((entry) => entry.value) : [];
  expect(values).toMatchObject([
    { value: 1.1, text: "1.10", style: "plain" },
    { value: "007x", text: "007x", style: "plain" },
    { value: "1", text: "1", style: "single-quoted" },
    { value: null, text: "~", style: "plain" },
  ]);
});

test("every scalar's span is what the author wrote, quotes and block headers included", () => {
  const source = "k: 'it''s'\nb: |+\n  x\n\n\nf: >-\n  y\n\n  z\nl: [a, \"b\"] # c\n";
  const texts: string[] = [];
  const collect = (node: YamlNode): void => {
    if (node.kind === "scalar") texts.push(source.slice(node.span.start, node.span.end));
    else if (node.kind === "list") node.items.forEach(collect);
    else for (const { key, value } of node.entries) [key, value].forEach(collect);
  };
  const { node } = parseYaml(source);
  if (node) collect(node);
  expect(texts).toEqual(["k", "'it''s'", "b", "|+\n  x", "f", ">-\n  y\n\n  z", "l", "a", '"b"']);
});

test("offsets are into the whole text, of problems too", () => {
  const text = "---\na: [b]\n---\n";
  expect(parseYaml(text, { start: 4, end: 11 }).node).toMatchObject({
    entries: [{ key: { span: { start: 4, end: 5 } }, value: { span: { start: 7, end: 10 } } }],
  });
  expect(parseYaml("---\na: [b\n", { start: 4, end: 10 }).problems).toMatchObject([{ code: "invalid" }]);
});

test("an alias resolves to the closest preceding anchor of that name and keeps its own span", () => {
  const source = "a: &x {k: 1}\nb: *x\nc: &x 2\nd: *x\n";
  expect(plainOf(source)).toEqual({ a: { k: 1 }, b: { k: 1 }, c: 2, d: 2 });
  const { node } = parseYaml(source);
  const alias = node?.kind === "map" ? node.entries[1]?.value : undefined;
  expect(source.slice(alias?.span.start, alias?.span.end)).toBe("*x");
});

test("an anchor redefined inside a repeated alias keeps its last value in the document", () => {
  expect(plainOf("a: &b [&a y]\nc: &a z\nd: *b\ne: *a\n")).toEqual({ a: ["y"], c: "z", d: ["y"], e: "z" });
});

test("an alias without an anchor is a problem, not an empty value", () => {
  expect(problemOf("a: &y 1\nb: *x\n")).toEqual(["invalid", "*x"]);
});

test("a merge key is an ordinary key, as in YAML 1.2", () => {
  expect(plainOf("a: &x {k: 1}\nb:\n  <<: *x\n  y: 2\n")).toEqual({
    a: { k: 1 },
    b: { "<<": { k: 1 }, y: 2 },
  });
});

test.each(["a: !!str 1\n", "b: !!js/function 'x'\n", "c: !foo [1]\n", "d: !important to know\n"])(
  "the tag in %j is invalid, and runs nothing",
  (source) => {
    const { node, problems } = parseYaml(source);
    expect([node, problems.map(({ code }) => code)]).toEqual([undefined, ["invalid"]]);
  },
);

test.each([
  ["a: 1\na: 2\n", "a"],
  ["m:\n  k: 1\n  k: 2\n", "k"],
  ["l:\n  - x: 1\n    x: 2\n", "x"],
  ["f: {y: 1, 'y': 2}\n", "'y'"],
])("S1-7: in %j a key occurs twice, and the second is named", (source, place) => {
  expect(problemOf(source)).toEqual(["duplicate-key", place]);
});

test("the first value of a duplicate key is kept, and the rest can be read", () => {
  const { node, problems } = parseYaml("a: 1\na: [2]\nb: 3\n");
  expect(node && JSON.parse(JSON.stringify(toPlain(node)))).toEqual({ a: 1, b: 3 });
  expect(problems).toMatchObject([{ code: "duplicate-key", detail: "a" }]);
});

test.each([
  ["a: [b\n", "b\n"],
  ["a: b: c\n", "b"],
  ["a:\n\tb: c\n", "\t"],
  ["a: 'b\n", "b\n"],
])("%j is invalid at %j", (source, place) => {
  expect(problemOf(source)).toEqual(["invalid", place]);
});

test.each(["? [a, b]\n: c\n", "{a: b}: c\n", "&x [a]: b\n"])("in %j a key is not text", (source) => {
  expect(problemOf(source)[0]).toBe("invalid");
});

test("text after the end of a document is not silently dropped", () => {
  expect(parseYaml("a: 1\n...\nb: 2\n").problems).toMatchObject([
    { code: "invalid", detail: "A line of ... ends the YAML before its last line" },
  ]);
  expect(plainOf("a: 1\n...\n")).toEqual({ a: 1 });
});

test("an empty text and one with only comments have neither a node nor a problem", () => {
  expect(parseYaml("")).toEqual({ node: undefined, problems: [] });
  expect(parseYaml("# a\n\n")).toEqual({ node: undefined, problems: [] });
});
