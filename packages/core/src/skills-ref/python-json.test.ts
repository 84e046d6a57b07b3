import fc from "fast-check";
import { expect, test } from "vitest";
import { toPythonJson } from "./python-json.ts";

test("objects, maps and lists are indented by two", () => {
  const metadata = new Map([
    ["b", "1"],
    ["1", "2"],
  ]);
  expect(toPythonJson({ name: "a", tools: ["x", "y"], metadata })).toBe(
    '{\n  "name": "a",\n  "tools": [\n    "x",\n    "y"\n  ],\n  "metadata": {\n    "b": "1",\n    "1": "2"\n  }\n}',
  );
});

test("empty collections stay on one line", () => {
  expect(toPythonJson({ a: [], b: {} })).toBe('{\n  "a": [],\n  "b": {}\n}');
});

test("everything beyond ASCII is escaped", () => {
  expect(toPythonJson('café 😀 "\\/\b\f\n\r\t\x01\x7f\u2028')).toBe(
    '"caf\\u00e9 \\ud83d\\ude00 \\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f\\u2028"',
  );
});

test("any text comes back from its JSON", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => JSON.parse(toPythonJson(text)) === text));
});
