import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import type { Texts } from "../parse/yaml-node.ts";
import { toPythonString } from "../skills-ref/python.ts";
import { readNestedText } from "./read-nested-text.ts";

test("the reference tool's form and JSON read the same", () => {
  const expected = new Map<string, unknown>([
    ["os", ["darwin", "linux"]],
    ["requires", new Map([["bins", ["gh"]]])],
    ["always", "true"],
    ["n", "1.10"],
  ]);
  const python = "{'os': ['darwin', 'linux'], 'requires': {'bins': ['gh']}, 'always': 'true', 'n': '1.10'}";
  const json =
    '{\n  "os": ["darwin", "linux"],\r\n\t"requires": {"bins": ["gh"]}, "always": true, "n": 1.10 }\n';
  expect(readNestedText(python)).toEqual(expected);
  expect(readNestedText(json)).toEqual(expected);
});

test("rendered manifest metadata is read back, if nothing in it needs an escape", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab 'é,:{}[]-") });
  const { nested } = fc.letrec<{ nested: Texts }>((tie) => ({
    nested: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.array(tie("nested"), { maxLength: 4 }),
      fc.array(fc.tuple(text, tie("nested")), { maxLength: 4 }).map((entries) => new Map(entries)),
    ),
  }));
  fc.assert(
    fc.property(
      nested.filter((value) => typeof value !== "string"),
      (value) => {
        expect(readNestedText(toPythonString(value))).toEqual(value);
      },
    ),
    { numRuns: 1000 },
  );
});

test.each([
  "",
  "{",
  "[",
  "[1",
  "[1 2]",
  "[,]",
  "{'a'}",
  "{'a': }",
  "{'a': 1 'b': 2}",
  "{'a': 1} x",
  "'open",
  "Requires gh",
  "{'a': (1)}",
])("%j is neither", (text) => {
  expect(readNestedText(text)).toBeUndefined();
});

test("T10: data that is too large or too deep is not read", () => {
  expect(readNestedText(`[${"1,".repeat(limits.nestedMetadataCharacters)}1]`)).toBeUndefined();
  expect(readNestedText("[".repeat(10_000) + "]".repeat(5000))).toBeUndefined();
  expect(readNestedText("[".repeat(limits.yamlDepth) + "]".repeat(limits.yamlDepth))).toBeDefined();
  expect(readNestedText("[".repeat(limits.yamlDepth + 2) + "]".repeat(limits.yamlDepth + 2))).toBeUndefined();
});

test("a key like __proto__ is only a key", () => {
  expect(readNestedText("{'__proto__': {'os': ['linux']}}")).toEqual(
    new Map([["__proto__", new Map([["os", ["linux"]]])]]),
  );
});
