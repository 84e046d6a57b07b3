import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";
import { toPlain, type YamlMap } from "./yaml-node.ts";

function read(source: string): YamlMap | undefined {
  return readPlainYaml(source, { start: 0, end: source.length });
}

test("the fast reader accepts the forms that most skills use", () => {
  const source =
    'name: pdf\ndescription: >\n  Reads PDF files.\n  Use when asked.\nlicense: "MIT"\nmetadata:\n  version: 1.10\nallowed-tools:\n  - Read\ntags: [a, "b c"]\n';
  const map = read(source);
  expect(map && { ...JSON.parse(JSON.stringify(toPlain(map))) }).toEqual({
    name: "pdf",
    description: "Reads PDF files. Use when asked.\n",
    license: "MIT",
    metadata: { version: 1.1 },
    "allowed-tools": ["Read"],
    tags: ["a", "b c"],
  });
});

test("only the span is read, and offsets are into the whole text", () => {
  const text = "---\nname: pdf\n---\nbody: no\n";
  expect(readPlainYaml(text, { start: 4, end: 14 })).toEqual({
    kind: "map",
    flow: false,
    span: { start: 4, end: 13 },
    entries: [
      {
        key: { kind: "scalar", value: "name", text: "name", style: "plain", span: { start: 4, end: 8 } },
        value: { kind: "scalar", value: "pdf", text: "pdf", style: "plain", span: { start: 10, end: 13 } },
      },
    ],
  });
});

test.each([
  ["a list flush with its key", "a:\n- b\n- c\nd: e\n"],
  ["a list under its key", "a:\n  - b\n  - c\nd: e\n"],
  ["a value left out", "a:\nb:\n"],
  ["comments and empty lines between", "# x\n\na: b\n  # y\n\nc: d\n"],
  ["a mapping in a mapping", "a:\n  b:\n    c: d\ne: f\n"],
  ["CRLF", "a: b\r\nc:\r\n  - d\r\n"],
  ["no line break at the end", "a: b"],
])("%s is read at once", (_, source) => {
  expect(read(source)).toBeDefined();
});

test("a list spans its items, and an empty value is right after its colon", () => {
  expect(read("a:\n  - b\n  - c\nd:\n")?.entries.map(({ value }) => value.span)).toEqual([
    { start: 5, end: 14 },
    { start: 17, end: 17 },
  ]);
});

test.each([
  ["a second key of the same name", "a: 1\na: 2\n"],
  ["an anchor", "a: &x 1\n"],
  ["an alias", "a: *x\n"],
  ["a tag", "a: !!str 1\n"],
  ["a flow mapping", "a: {b: c}\n"],
  ["a nested flow list", "a: [b, [c]]\n"],
  ["a value on two lines", "a: b\n  c\n"],
  ["a value with a colon", "a: b: c\n"],
  ["a comment behind a value", "a: b # c\n"],
  ["an escape in quotes", 'a: "b\\n"\n'],
  ["a doubled quote", "a: 'it''s'\n"],
  ["an empty line in a block scalar", "a: |\n  b\n\n  c\n"],
  ["a block scalar without a line break at its end", "a: |\n  b"],
  ["a block scalar that keeps its line breaks", "a: |+\n  b\n"],
  ["an item on two lines", "a:\n  - b\n    c\n"],
  ["an item without a blank", "a:\n  - b\n  -c\n"],
  ["an empty item", "a:\n  - b\n  -\n"],
  ["a list of mappings", "a:\n  - b: c\n"],
  ["a list at the top", "- a\n"],
  ["a tab for indent", "a:\n\tb: c\n"],
  ["a key that is not text", "true: a\n"],
  ["a key in quotes", '"a": b\n'],
  ["a document marker", "a: b\n...\n"],
  ["nothing", ""],
  ["a comment alone", "# a\n"],
])("%s is left to the library", (_, source) => {
  expect(read(source)).toBeUndefined();
});

test("texts that could exceed the limits on nodes and depth are left to the library, which counts them", () => {
  const wide = Array.from({ length: limits.yamlNodes / 2 }, (_, index) => `k${index}:`).join("\n");
  const deep = Array.from({ length: 70 }, (_, level) => `${" ".repeat(level)}a:`).join("\n");
  expect([read(wide), read(deep)]).toEqual([undefined, undefined]);
});

test("whether it accepts a text never depends on text after the span", () => {
  const lines = fc.array(fc.constantFrom("a: b", "b: |", "  x", "c:", "- d", "", "  e: f", "#g"), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(lines, fc.constantFrom("\n", "---\n", "  more\n", "x"), (parts, rest) => {
      const source = `${parts.join("\n")}\n`;
      const alone = read(source);
      expect(readPlainYaml(source + rest, { start: 0, end: source.length })).toEqual(alone);
    }),
  );
});
