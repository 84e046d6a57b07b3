import { expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";
import {
  describeShape,
  matchShape,
  number,
  parseBooleanWord,
  type Shape,
  text,
  textOrTexts,
  texts,
  toggle,
} from "./shape.ts";
import { findValue } from "./yaml-node.ts";

function mismatches(source: string, shape: Shape): readonly string[] {
  const document = `k: ${source}\n`;
  const map = parseYaml(document).node;
  const node = map?.kind === "map" ? findValue(map, "k") : undefined;
  if (!node) throw new Error(`not YAML: ${document}`);
  return matchShape(node, shape, "k").map(
    ({ path, expected, found, span }) =>
      `${path}: expected ${expected}, found ${found} at ${document.slice(span.start, span.end)}`,
  );
}

test.each<[string, Shape]>([
  ["x", text],
  ["1.10", text],
  ["true", text],
  ["3", number],
  ["-1.5", number],
  ["yes", toggle],
  ["Off", toggle],
  ["0", toggle],
  ["[a, b]", texts],
  ["[]", texts],
  ["a b", textOrTexts],
  ["[a]", textOrTexts],
  ["{a: [1, {b: c}]}", { type: "anything" }],
  ["fork", { type: "choice", of: ["inherit", "fork"] }],
  ["{a: 1, b: x}", { type: "dictionary", value: text }],
  ["{name: x, more: [1]}", { type: "record", fields: { name: text }, required: ["name"] }],
])("%s fits", (source, shape) => {
  expect(mismatches(source, shape)).toEqual([]);
});

test.each<[string, Shape, string[]]>([
  ["~", text, ["k: expected text, found null at ~"]],
  ["[a]", text, ["k: expected text, found list at [a]"]],
  ["'3'", number, ["k: expected a number, found string at '3'"]],
  [".nan", number, ["k: expected a number, found number at .nan"]],
  ["maybe", toggle, ["k: expected true or false, found string at maybe"]],
  ["[a, [b]]", texts, ["k[1]: expected text, found list at [b]"]],
  ["{a: b}", textOrTexts, ["k: expected text or a list of texts, found map at {a: b}"]],
  [
    "share",
    { type: "choice", of: ["inherit", "fork"] },
    ["k: expected inherit or fork, found string at share"],
  ],
  ["{a: [x]}", { type: "dictionary", value: text }, ["k.a: expected text, found list at [x]"]],
  ["x", { type: "dictionary", value: text }, ["k: expected a mapping, found string at x"]],
  ["x", { type: "record", fields: {} }, ["k: expected a mapping, found string at x"]],
  [
    "{a: [x]}",
    { type: "record", fields: { a: text, b: text }, required: ["b"] },
    ["k.b: expected a value, found nothing at {a: [x]}", "k.a: expected text, found list at [x]"],
  ],
])("%s departs from its shape", (source, shape, expected) => {
  expect(mismatches(source, shape)).toEqual(expected);
});

test("an inherited object property is not a record's field", () => {
  expect(mismatches("{constructor: [x], __proto__: [y]}", { type: "record", fields: {} })).toEqual([]);
});

test("every shape has a description", () => {
  const shapes: Shape[] = [{ type: "anything" }, text, number, toggle, texts, { type: "list", item: number }];
  expect(shapes.map(describeShape)).toEqual([
    "any value",
    "text",
    "a number",
    "true or false",
    "a list of texts",
    "a list of entries",
  ]);
});

test("only the known words for on and off are read, in upper or lower case", () => {
  expect(["true", "YES", "On", "1"].map(parseBooleanWord)).toEqual([true, true, true, true]);
  expect(["false", "no", "OFF", "0"].map(parseBooleanWord)).toEqual([false, false, false, false]);
  expect(["y", "n", "", "2", "truethy", "yes "].map(parseBooleanWord)).toEqual(Array(6).fill(undefined));
});
