import { expect, test } from "vitest";
import { explainMatch } from "./explain-match.ts";
import { searchLimits } from "./limits.ts";

const pdf = {
  name: "pdf-text",
  description: "Extracts text from PDF files. Not for invoices.",
  tags: ["documents"],
  body: "# Scans\n\nA scanned page has no text.\n\n```sh\npython3 extract.py\n```\n",
};

test("every word that search looks up is listed with the parts of the skill that have it", () => {
  expect(explainMatch("Extract the PDF, then: scanning my document (invoices)!", pdf)).toEqual([
    { word: "Extract", fields: ["description", "code"] },
    { word: "PDF", fields: ["name", "description"] },
    { word: "scanning", fields: ["headings", "body"] },
    { word: "document", fields: ["tags"] },
    // What a description says the skill is not for does not match.
    { word: "invoices", fields: [] },
  ]);
});

test("a word counts once, and a request without words matches nothing", () => {
  expect(explainMatch("pdf PDF pdf.", pdf).map(({ word }) => word)).toEqual(["pdf"]);
  expect(explainMatch(" … ?! the and", pdf)).toEqual([]);
});

test("a huge request is read up to the limits of search", () => {
  const words = Array.from({ length: 5000 }, (_, index) => `word${index}`).join(" ");
  expect(explainMatch(words, pdf).length).toBeLessThanOrEqual(searchLimits.searchQueryTerms);
  expect(explainMatch("!".repeat(1_000_000), pdf)).toEqual([]);
});
