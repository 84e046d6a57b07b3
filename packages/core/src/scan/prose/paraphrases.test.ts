import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { skillFromText } from "../../discover/load-skill.ts";
import { createScanner } from "../scan-skill.ts";

const scan = createScanner();
const head =
  "---\nname: changelog-format\ndescription: Formats the changelog of a project. Use when the user wants a tidy changelog.\n---\n# Changelog\n\n";

function asksForReview(passage: string): boolean {
  const { verdict } = scan(skillFromText(`${head}${passage}\n`));
  return verdict === "block" || verdict === "review";
}

/** The passages of a file by the class that stands above them. */
function readFixtures(name: "attacks" | "ordinary"): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL(`./fixtures/${name}.txt`, import.meta.url), "utf8");
  const parts = text.split(/^# /m).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf("\n");
      return [part.slice(0, end), part.slice(end + 1).split(/^===$/m)];
    }),
  );
}

const attacks = readFixtures("attacks");

/** The rules were written with the first eight passages of each class in view; the others only count. */
const inView = 8;

test.each([...attacks].map(([kind, passages]) => ({ kind, passages: passages.slice(0, inView) })))(
  "$kind in plain words asks for a review",
  ({ passages }) => {
    const missed = passages.filter((passage) => !asksForReview(passage));
    expect(missed.length, missed.join("\n\n")).toBeLessThanOrEqual(1);
  },
);

test("passages that nobody looked at while writing the rules are found too", () => {
  const passages = [...attacks.values()].flatMap((all) => all.slice(inView));
  const found = passages.filter(asksForReview).length / passages.length;
  expect(found).toBeGreaterThanOrEqual(0.9);
});

test("ordinary sentences in the same words ask for none", () => {
  const passages = [...readFixtures("ordinary").values()].flat();
  const found = passages.filter(asksForReview);
  expect(found.length, found.join("\n\n")).toBeLessThanOrEqual(3);
});
