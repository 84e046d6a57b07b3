import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (name: string, metadata: string): string =>
  `---\nname: ${name}\ndescription: Reads PDF files.\nmetadata:\n  ${metadata}\n---\n`;

test("S1-42: a trit that differs from the name's is found", () => {
  expect(findingsOf("trit-mismatch", skill("pdf", 'gf3-trit: "-1"'))).toMatchObject([
    {
      args: { key: "gf3-trit", found: "-1", expected: "0", role: "Coordinator" },
      range: { start: { line: 5, column: 13 } },
    },
  ]);
  expect(findingsOf("trit-mismatch", skill("hello", "trit: 0"))).toMatchObject([
    { args: { key: "trit", expected: "+1" } },
  ]);
});

test.each([
  ["pdf", "gf3-trit: 0"],
  ["hello", "gf3-trit: 1"],
  ["hello", 'trit: "+1"'],
  ["skill", "gf3-trit: -1"],
  ["skill", "gf3-trit: 2"],
  ["pdf", "version: 2"],
  ["pdf", "trit: tritium"],
])("S1-42: %s with %s is fine", (name, metadata) => {
  expect(findingsOf("trit-mismatch", skill(name, metadata))).toEqual([]);
});
