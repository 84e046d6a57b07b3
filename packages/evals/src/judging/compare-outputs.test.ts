import { expect, test } from "vitest";
import { readComparison } from "./compare-outputs.ts";

const sides = { A: "forty-one", B: "forty-two" };
const points = (value: unknown) => ({
  content: { correctness: value, completeness: 4, accuracy: 5 },
  structure: { organization: 4, formatting: 4, usability: 4 },
});
const scored = (value: number) => ({
  ...points(value),
  contentScore: Math.round(((value + 9) / 3) * 10) / 10,
  structureScore: 4,
  overallScore: Math.round(((value + 9) / 3 + 4) * 10) / 10,
});
const whole = {
  reasoning: "B is\nright.",
  rubric: { A: points(2), B: points(5) },
  quality: {
    A: { score: 5, strengths: ["short"], weaknesses: ["wrong"] },
    B: { score: 9, strengths: "right", weaknesses: [] },
  },
  winner: "B",
};
const read = (given: object) => readComparison(JSON.stringify({ ...whole, ...given }), sides);

test("a comparison has a winner, a reasoning, points with our sums, and strengths", () => {
  expect(read({})).toEqual({
    ok: true,
    value: {
      winner: "B",
      reasoning: "B is right.",
      rubric: { A: scored(2), B: scored(5) },
      quality: {
        A: { score: 5, strengths: ["short"], weaknesses: ["wrong"] },
        B: { score: 9, strengths: ["right"], weaknesses: [] },
      },
    },
  });
});

test("sums by the judge are ignored", () => {
  const A = { ...points(2), content_score: 5, contentScore: 5, overall_score: 10, overallScore: 10 };
  expect(read({ rubric: { A, B: points(5) } })).toEqual(read({}));
});

test("the judge's own criteria are ignored", () => {
  const { content, structure } = points(2);
  const A = { content: { ...content, beauty: 5, __proto__: 5 }, structure };
  expect(read({ rubric: { A, B: points(5) } })).toEqual(read({}));
});

test.each([
  ["b", "B"],
  ["Output B", "B"],
  ["tie", "TIE"],
  ["Draw", "TIE"],
])("the winner %j is %s", (winner, value) => {
  expect(read({ winner })).toMatchObject({ ok: true, value: { winner: value } });
});

test("points can be strings, out of five", () => {
  expect(read({ rubric: { A: points("2/5"), B: points("5") } })).toEqual(read({}));
});

const refused: readonly (readonly [string, object, string])[] = [
  ["no winner", { winner: "C" }, '"winner" is neither "A" nor "B" nor "TIE".'],
  ["a winner that is not a string", { winner: 1 }, '"winner" is neither "A" nor "B" nor "TIE".'],
  ["both", { winner: "A and B" }, '"winner" is neither "A" nor "B" nor "TIE".'],
  ["no reasoning", { reasoning: "" }, '"reasoning" is missing.'],
  ["no points", { rubric: undefined }, '"rubric" lacks points from 1 to 5 for A or for B.'],
  ["points for one", { rubric: { A: points(3) } }, '"rubric" lacks points from 1 to 5 for A or for B.'],
  ...[0, 6, -1, "many", null, [5], "10/10"].map(
    (value) =>
      [
        `the points ${JSON.stringify(value)}`,
        { rubric: { A: points(value), B: points(5) } },
        '"rubric" lacks points from 1 to 5 for A or for B.',
      ] as const,
  ),
  [
    "a winner with fewer points",
    { winner: "A" },
    '"winner" is A, but the other has more points in "rubric".',
  ],
];

test.each(refused)("%s is refused", (_, given, reason) => {
  expect(read(given)).toEqual({ ok: false, reason });
});

test("the winner can have as many points as the loser", () => {
  expect(read({ winner: "A", rubric: { A: points(5), B: points(5) } })).toMatchObject({ ok: true });
});

test.each([undefined, "good", { A: { score: 5 } }, { A: { score: 11 }, B: { score: 1 } }])(
  "quality that cannot be read is left out: %j",
  (quality) => {
    const result = read({ quality });
    expect(result.ok && result.value).not.toHaveProperty("quality");
    expect(result.ok).toBe(true);
  },
);
