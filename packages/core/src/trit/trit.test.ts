import { expect, test } from "vitest";
import {
  add,
  balanceOf,
  balanceOfElements,
  type Element,
  inverse,
  isBalanced,
  multiply,
  negate,
  toElement,
  tritOf,
} from "./trit.ts";

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

const elements: readonly Element[] = [0, 1, 2];
const pairs = elements.flatMap((a) => elements.map((b) => [a, b] as const));
const triples = pairs.flatMap(([a, b]) => elements.map((c) => [a, b, c] as const));

test("S1-45: names whose trits add up to zero are balanced, and so is the empty set", () => {
  expect(balanceOf(["pdf", "xlsx"])).toEqual({ sum: 0, balanced: true, needed: 0 });
  expect(balanceOf(["hello", "skill"])).toEqual({ sum: 0, balanced: true, needed: 0 });
  expect(balanceOf([])).toEqual({ sum: 0, balanced: true, needed: 0 });
});

test("S1-45: otherwise it says which element is missing", () => {
  expect(balanceOf(["hello"])).toEqual({ sum: 1, balanced: false, needed: 2 });
  expect(balanceOf(["skill", "pdf"])).toEqual({ sum: 2, balanced: false, needed: 1 });
});

test("S1-45: 9 of the 27 triples are balanced", () => {
  expect(triples.filter(isBalanced)).toHaveLength(9);
});

test("S1-45: every triple becomes a balanced quad with the element it needs", () => {
  for (const triple of triples) expect(isBalanced([...triple, balanceOfElements(triple).needed])).toBe(true);
});

test("the operations are those of the field with three elements", () => {
  expect(pairs.map(([a, b]) => add(a, b))).toEqual([0, 1, 2, 1, 2, 0, 2, 0, 1]);
  expect(pairs.map(([a, b]) => multiply(a, b))).toEqual([0, 0, 0, 0, 1, 2, 0, 2, 1]);
  expect(elements.map(negate)).toEqual([0, 2, 1]);
  expect([multiply(1, inverse(1)), multiply(2, inverse(2))]).toEqual([1, 1]);
});
