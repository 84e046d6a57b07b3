import { expect, test } from "vitest";
import { analyseDocument, createAnalyser } from "./analyse-document.ts";
import { hashPair, hashWord } from "./hash-word.ts";
import { searchLimits } from "./limits.ts";
import { hasPair } from "./pair-filter.ts";
import { countIn } from "./term-counts.ts";

const document = {
  name: "pdf-tools",
  description: "Rotate and merge PDF pages.",
  tags: ["pdf", "acrobat"],
  body: "# Merge pages\n\nMerge two pdf pages.\n\n```bash\nqpdf --pages\n```\n",
};

function countsOf(word: string, analysed = analyseDocument(document)): number[] {
  const index = analysed.terms.indexOf(hashWord(word) >>> 0);
  return [0, 1, 2, 3, 4, 5].map((field) => countIn(analysed.counts[index] ?? 0, field));
}

test("a term is counted in name, description, tags, headings, body and code", () => {
  expect(countsOf("pdf")).toEqual([1, 1, 1, 0, 1, 0]);
  expect(countsOf("merg")).toEqual([0, 1, 0, 1, 1, 0]);
  expect(countsOf("qpdf")).toEqual([0, 0, 0, 0, 0, 1]);
});

test("no term is repeated", () => {
  const terms = [...analyseDocument(document).terms];
  expect(terms).toEqual([...new Set(terms)]);
});

test("lengths count the words of each field", () => {
  expect([...analyseDocument(document).lengths]).toEqual([2, 4, 2, 2, 4, 3]);
});

test("pairs are separate for lead and body, and never cross a line", () => {
  const { leadPairs, bodyPairs } = analyseDocument(document);
  const lead = { start: 0, end: leadPairs.length };
  expect(hasPair(leadPairs, lead, hashPair(hashWord("merg"), hashWord("pdf")))).toBe(true);
  expect(hasPair(leadPairs, lead, hashPair(hashWord("pdf"), hashWord("merg")))).toBe(false);
  const body = { start: 0, end: bodyPairs.length };
  expect(hasPair(bodyPairs, body, hashPair(hashWord("two"), hashWord("pdf")))).toBe(true);
  expect(hasPair(bodyPairs, body, hashPair(hashWord("pag"), hashWord("bash")))).toBe(false);
});

test("sections of a long body are separate passages", () => {
  const section = (word: string): string => `## ${word}\n\n${`${word} text. `.repeat(60)}\n`;
  const { terms, passages } = analyseDocument({ ...document, body: section("alpha") + section("omega") });
  const passageOf = (word: string): number => passages[terms.indexOf(hashWord(word) >>> 0)] ?? 0;
  expect(passageOf("alpha")).not.toBe(0);
  expect(passageOf("alpha") & passageOf("omega")).toBe(0);
});

test("an empty skill has no terms", () => {
  expect(analyseDocument({ name: "", description: "", tags: [], body: "" }).terms).toHaveLength(0);
});

test("a huge body is cut to a bounded number of terms", () => {
  const body = Array.from({ length: 100_000 }, (_, index) => `w${index}`).join(" ");
  const { terms, bodyPairs } = analyseDocument({ ...document, body });
  expect(terms.length).toBe(searchLimits.searchTermsPerSkill);
  expect(bodyPairs.length * 32).toBeLessThanOrEqual(searchLimits.searchTermsPerSkill * 32);
});

test("an analysis does not depend on skills analyzed before", () => {
  const analyse = createAnalyser();
  const long = Array.from({ length: 9000 }, (_, index) => `w${index}`).join(" ");
  analyse({ name: "other-name", description: long, tags: [long], body: `# ${long}\n${long}` });
  expect(analyse(document)).toEqual(analyseDocument(document));
});

test("an analysis does not change when the analyzer continues", () => {
  const analyse = createAnalyser();
  const first = analyse(document);
  analyse({ ...document, name: "something-else", body: "quite different words" });
  expect(first).toEqual(analyseDocument(document));
});

test("a count saturates at its field's maximum", () => {
  const often = analyseDocument({ ...document, body: "merge ".repeat(100) });
  expect(countsOf("merg", often)).toEqual([0, 1, 0, 0, 63, 0]);
});
