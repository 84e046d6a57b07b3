import fc from "fast-check";
import { expect, test } from "vitest";
import { readStrictYaml, type StrictValue } from "./strict-yaml.ts";

function read(text: string): unknown {
  const result = readStrictYaml(text);
  return result.ok ? toPlain(result.data) : { refused: result.message, at: result.offset };
}

function toPlain(value: StrictValue): unknown {
  if (typeof value === "string") return value;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, toPlain(item)]));
  return [...value.values()].map(toPlain);
}

const refused = { refused: expect.any(String), at: expect.any(Number) };

test.each(["123", "true", "null", "~", "1.10", "2024-01-31", "0x1f", ".inf"])("%s stays text", (text) => {
  expect(read(`a: ${text}\n`)).toEqual({ a: text });
});

test.each([
  ["a flow list", "a: [b, c]"],
  ["an open flow list", "a: [b"],
  ["a flow mapping", "a: {b: c}"],
  ["an anchor", "a: &b c"],
  ["an alias", "a: *b"],
  ["bold text, which would be an alias", "a: **b** c"],
  ["a tag", "a: !!str b"],
  ["a duplicate key", "a: b\na: c"],
  ["a duplicate key in a nested mapping", "a:\n  b: c\n  b: d"],
  ["a duplicate key in a list's mapping", "a:\n- b: c\n  b: d"],
  ["a tab as indentation", "a:\n\tb: c"],
  ["a tab after the colon", "a:\tb"],
  ["a tab between words", "a: b\tc"],
  ["a tab at the end", "a: b\t"],
  ["a merge key", "<<: b"],
  ["a list as key", "? - a\n: b"],
  ["a directive", "%YAML 1.2\na: b"],
  ["a control character", "a: b\x07"],
  ["a lone surrogate", "a: \ud800"],
  ["a second document", "a: b\n...\nc: d"],
])("%s is refused", (_what, text) => {
  expect(read(text)).toEqual(refused);
});

test.each([
  "a: b: c",
  "a: `b`",
  "a: @b",
  "a: %b",
  "a: |b",
  "a: > b",
  "a: ? b",
  "a: - b",
  "a: , b",
  "a: ] b",
  'a: "x" y',
  "a: 'x' y",
  'a: "x',
  "a: 'it's'",
  'a: "\\d"',
])("the author's slip %s is refused", (text) => {
  expect(read(text)).toEqual(refused);
});

test.each([
  ["a line without a colon", "a: b\njust text"],
  ["a line without a colon before the first key", "just text\na: b"],
  ["text at the key's own column", "a: b\nc\n"],
  ["a key indented less than the first", "  a: b\nc: d"],
  ["a key indented more than the first", "a: b\n  c: d"],
  ["a value continued after a comment", "a: b\n# c\n  d"],
  ["a key of two lines", '"a\n  b": c'],
  ["a key of 1025 characters", `${"a".repeat(1025)}: b`],
])("%s is refused", (_what, text) => {
  expect(read(text)).toEqual(refused);
});

test("mappings below the keys of one mapping must be indented alike", () => {
  expect(read("a:\n  b: c\nd:\n    e: f")).toEqual(refused);
  expect(read("a:\n  b: c\nd:\n  - e: f")).toEqual({ a: { b: "c" }, d: [{ e: "f" }] });
});

test("an empty value is the empty text", () => {
  expect(read("a:\nb: # comment\nc:\n- \n- d")).toEqual({ a: "", b: "", c: ["", "d"] });
});

test.each([["# only a comment"], ["just text"], [""], ["|\n  block"]])(
  "a document that is not a mapping or list, such as %j, is returned unchanged",
  (text) => {
    expect(read(text)).toBe(text);
  },
);

test("a comment needs a space before it, except after a quoted value", () => {
  expect(read("a: foo #bar\nb: foo#bar\nc: 'x'#y\n# d: e")).toEqual({ a: "foo", b: "foo#bar", c: "x" });
});

test("a colon without a space is part of the value", () => {
  expect(read("a: http://x:80/?q\nb: -x\nc: :x\nd: ?x")).toEqual({
    a: "http://x:80/?q",
    b: "-x",
    c: ":x",
    d: "?x",
  });
});

test("keys may be quoted, explicit or empty", () => {
  expect(read("'a b' : c\n? d\n: e\n: f")).toEqual({ "a b": "c", d: "e", "": "f" });
});

test("a plain value continues over indented lines, and empty lines break it", () => {
  expect(read("a: one\n  two\n\n  three\n   four\nb: c")).toEqual({ a: "one two\nthree four", b: "c" });
});

test("a quoted value folds its lines and needs no indentation", () => {
  expect(read("a: \"one  \n  two\n\nthree\\\n  four\\tfive\"\nb: 'it''s\nso'")).toEqual({
    a: "one two\nthreefour\tfive",
    b: "it's so",
  });
});

test("escapes of double quotes are read", () => {
  expect(read('a: "\\x41\\u00e9\\U0001F600\\/\\\\\\"\\_\\N\\e\\0"')).toEqual({ a: 'Aé😀/\\"\xa0\x85\x1b\0' });
});

test("a literal block keeps its lines and one final line break", () => {
  expect(read("a: |\n  one\n    two\n\n  three\n\nb: c")).toEqual({ a: "one\n  two\n\nthree\n", b: "c" });
});

test("a block at the very end of the text has no final line break", () => {
  expect(read("a: |\n  one")).toEqual({ a: "one" });
});

test("a folded block joins lines, but not around indented ones", () => {
  expect(read("a: >\n  one\n  two\n\n  three\n    four\n  five\n")).toEqual({
    a: "one two\nthree\n  four\nfive\n",
  });
});

test("block headers control final line breaks and indentation", () => {
  expect(read("a: |-\n  x\n\nb: |+\n  x\n\nc: >1- # why\n   x\n")).toEqual({ a: "x", b: "x\n\n", c: "  x" });
});

test.each(["a: |0\n  x", "a: |+2-\n  x", "a: |#c\n  x", "a: |\tx"])(
  "the block header of %j is refused",
  (text) => {
    expect(read(text)).toEqual(refused);
  },
);

test("a list may start at its key's column and contain mappings and lists", () => {
  expect(read("a:\n- b\n- c: d\n  e: f\n- - g\n  - h\ni: j")).toEqual({
    a: ["b", { c: "d", e: "f" }, ["g", "h"]],
    i: "j",
  });
});

test("three dots end the document", () => {
  expect(read("a: b\n... # over\n")).toEqual({ a: "b" });
  expect(read('a: "b\n...\nc"')).toEqual(refused);
});

test("after an empty line the reference's library skips tabs", () => {
  expect(read("a:\n\n\tb")).toEqual({ a: "b" });
});

test("top-level keys and values keep their places", () => {
  const text = "\nname: a b # c\nmetadata:\n  x: y\nlicense:\n";
  const result = readStrictYaml(text);
  const places = result.ok ? [...result.places.values()] : [];
  expect(
    places.map(({ key, value }) => [text.slice(key.start, key.end), text.slice(value.start, value.end)]),
  ).toEqual([
    ["name", "a b"],
    ["metadata", "x: y"],
    ["license", ""],
  ]);
});

test("any mapping of texts written in double quotes is read back", () => {
  const letter = fc.constantFrom(..."abcXYZ -:#'\"\\é😀\n\t");
  const texts = fc.dictionary(fc.string({ unit: letter, maxLength: 20 }), fc.string({ unit: letter }), {
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(texts, (data) => {
      const yaml = Object.entries(data).map(
        ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`,
      );
      expect(read(yaml.join(""))).toEqual(yaml.length === 0 ? "" : data);
    }),
  );
});
