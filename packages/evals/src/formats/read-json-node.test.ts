import { toPlain, type YamlNode } from "@skillwright/core/parse";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readJsonNode } from "./read-json-node.ts";

const plainOf = (source: string): unknown => {
  const node = readJsonNode(source, 32);
  // Objects of ours have no prototype, which makes them unequal.
  return node && JSON.parse(JSON.stringify(toPlain(node)));
};

function nodesIn(node: YamlNode): readonly YamlNode[] {
  if (node.kind === "scalar") return [node];
  const inner = node.kind === "list" ? node.items : node.entries.map(({ value }) => value);
  return [node, ...inner.flatMap(nodesIn)];
}

test("any JSON is read as its value, and each node's span covers the node", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 1, 2, "\t"), (value, indent) => {
      const source = JSON.stringify(value, null, indent);
      expect(plainOf(source)).toEqual(JSON.parse(source));
      const node = readJsonNode(source, 32);
      for (const one of node ? nodesIn(node) : [])
        expect(plainOf(source.slice(one.span.start, one.span.end))).toEqual(
          JSON.parse(JSON.stringify(toPlain(one))),
        );
    }),
  );
});

test.each([
  ['\ufeff {"a" : [ ] , "b":{ }}\r\n', { a: [], b: {} }],
  ['["\\"", "\\\\", "\\\\\\"", "a\\u0041"]', ['"', "\\", '\\"', "aA"]],
  ['{"a": 1, "b": 2, "a": 3}', { a: 3, b: 2 }],
  ['{"__proto__": {"x": 1}}', JSON.parse('{"__proto__": {"x": 1}}')],
  ["[-1.5e3,true,false,null]", [-1500, true, false, null]],
])("%j is read as by everybody", (source, value) => {
  expect(plainOf(source)).toEqual(value);
});

test("nesting beyond the limit is rejected", () => {
  expect(readJsonNode("[[1]]", 3)).toBeDefined();
  expect(readJsonNode("[[1]]", 2)).toBeUndefined();
  expect(readJsonNode('{"a":{"b":1}}', 2)).toBeUndefined();
});
