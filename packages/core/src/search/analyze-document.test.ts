import { expect, test } from "vitest";
import { analyzeDocument, createAnalyzer, visitBodyLines } from "./analyze-document.ts";
import { hashPair, hashWord } from "./hash-word.ts";
import { searchLimits } from "./limits.ts";
import { hasPair } from "./pair-filter.ts";
import { countIn } from "./search-fields.ts";

const document = {
  name: "pdf-tools",
  description: "Rotate and merge PDF pages.",
  tags: ["pdf", "acrobat"],
  body: "# Merge pages\n\nMerge two pdf pages.\n\n```bash\nqpdf --pages\n```\n",
};

function countsOf(word: string, analyzed = analyzeDocument(document)): number[] {
  const index = analyzed.terms.indexOf(hashWord(word) >>> 0);
  return [0, 1, 2, 3, 4, 5].map((field) => countIn(analyzed.counts[index] ?? 0, field));
}

test("a term is counted in name, description, tags, headings, body and code", () => {
  expect(countsOf("pdf")).toEqual([1, 1, 1, 0, 1, 0]);
  expect(countsOf("merg")).toEqual([0, 1, 0, 1, 1, 0]);
  expect(countsOf("qpdf")).toEqual([0, 0, 0, 0, 0, 1]);
});

test("no term is repeated", () => {
  const terms = [...analyzeDocument(document).terms];
  expect(terms).toEqual([...new Set(terms)]);
});

test("lengths count the words of each field", () => {
  expect([...analyzeDocument(document).lengths]).toEqual([2, 4, 2, 2, 4, 3]);
});

test("pairs are separate for lead and body, and never cross a line", () => {
  const { leadPairs, bodyPairs } = analyzeDocument(document);
  const lead = { start: 0, end: leadPairs.length };
  expect(hasPair(leadPairs, lead, hashPair(hashWord("merg"), hashWord("pdf")))).toBe(true);
  expect(hasPair(leadPairs, lead, hashPair(hashWord("pdf"), hashWord("merg")))).toBe(false);
  const body = { start: 0, end: bodyPairs.length };
  expect(hasPair(bodyPairs, body, hashPair(hashWord("two"), hashWord("pdf")))).toBe(true);
  expect(hasPair(bodyPairs, body, hashPair(hashWord("pag"), hashWord("bash")))).toBe(false);
});

test("sections of a long body are separate passages", () => {
  const section = (word: string): string => `## ${word}\n\n${`${word} text. `.repeat(60)}\n`;
  const { terms, passages } = analyzeDocument({ ...document, body: section("alpha") + section("omega") });
  const passageOf = (word: string): number => passages[terms.indexOf(hashWord(word) >>> 0)] ?? 0;
  expect(passageOf("alpha")).not.toBe(0);
  expect(passageOf("alpha") & passageOf("omega")).toBe(0);
});

test("an empty skill has no terms", () => {
  expect(analyzeDocument({ name: "", description: "", tags: [], body: "" }).terms).toHaveLength(0);
});

test("a huge body is cut to a bounded number of terms", () => {
  const body = Array.from({ length: 100_000 }, (_, index) => `w${index}`).join(" ");
  const { terms, bodyPairs } = analyzeDocument({ ...document, body });
  expect(terms.length).toBe(searchLimits.searchTermsPerSkill);
  expect(bodyPairs.length * 32).toBeLessThanOrEqual(searchLimits.searchTermsPerSkill * 32);
});

test("an analysis does not depend on skills analyzed before", () => {
  const analyze = createAnalyzer();
  const long = Array.from({ length: 9000 }, (_, index) => `w${index}`).join(" ");
  analyze({ name: "other-name", description: long, tags: [long], body: `# ${long}\n${long}` });
  expect(analyze(document)).toEqual(analyzeDocument(document));
});

test("an analysis does not change when the analyzer continues", () => {
  const analyze = createAnalyzer();
  const first = analyze(document);
  analyze({ ...document, name: "something-else", body: "quite different words" });
  expect(first).toEqual(analyzeDocument(document));
});

test("a count saturates at its field's maximum", () => {
  const often = analyzeDocument({ ...document, body: "merge ".repeat(100) });
  expect(countsOf("merg", often)).toEqual([0, 1, 0, 0, 63, 0]);
});

function linesOf(body: string): [string, number][] {
  const lines: [string, number][] = [];
  visitBodyLines(body, { start: 0, end: body.length }, (start, end, kind) =>
    lines.push([body.slice(start, end), kind]),
  );
  return lines;
}

test("headings, text and code are distinguished", () => {
  expect(linesOf("# Title\ntext\n```sh\n# not a title\n```\nafter")).toEqual([
    ["# Title", 3],
    ["text", 4],
    ["```sh", 5],
    ["# not a title", 5],
    ["after", 4],
  ]);
});

test("a fence ends only with its own mark, or with the body", () => {
  expect(linesOf("~~~\na\n```\nb").map(([, kind]) => kind)).toEqual([5, 5, 5, 5]);
});

test("a hash without a space, or seven hashes, is not a heading", () => {
  expect(linesOf("#tag\n####### seven").map(([, kind]) => kind)).toEqual([4, 4]);
});

test("an empty body has no lines", () => {
  expect(linesOf("")).toEqual([]);
});
