import { expect, test } from "vitest";
import { toElement, tritOf } from "./trit.ts";

test.each([
  ["pdf", 0],
  ["xlsx", 0],
  ["code-review", 0],
  ["skill-creator", 0],
  ["pdf-processing", 2],
  ["data-analysis", 2],
  ["hello", 1],
  ["skill", 2],
  ["gay-mcp", 2],
  ["dafny", 0],
  ["lean4", 0],
  ["catlab", 1],
  ["test", 0],
  ["aaa", 2],
  ["bbb", 1],
  ["ccc", 1],
  ["ddd", 0],
  ["eee", 1],
  ["fff", 0],
  ["ggg", 1],
  ["alpha", 2],
  ["beta", 0],
  ["gamma", 0],
])("S1-42: the trit of '%s' is %i", (name, element) => {
  expect(tritOf(name).element).toBe(element);
});

test("S1-17: a trit has a balanced form, a role and three colors", () => {
  expect(tritOf("pdf")).toEqual({
    element: 0,
    balanced: "0",
    role: "Coordinator",
    colors: { primary: "#F59E0B", accent: "#D97706", code: "#92400E" },
  });
  expect(tritOf("hello")).toMatchObject({
    balanced: "+1",
    role: "Generator",
    colors: { primary: "#A855F7" },
  });
  expect(tritOf("skill")).toMatchObject({ balanced: "-1", role: "Verifier", colors: { primary: "#2E5FA3" } });
});

test("whole numbers are taken modulo three, negative ones too", () => {
  expect([-4, -1, 0, 4, 5n, 2n ** 64n - 1n].map(toElement)).toEqual([2, 2, 0, 1, 2, 0]);
});
