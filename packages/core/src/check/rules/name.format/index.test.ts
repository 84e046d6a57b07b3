import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (name: string): string => `---\nname: ${name}\ndescription: Reads PDF files.\n---\n`;

test.each([
  "pdf",
  "pdf-processing",
  "data-analysis",
  "xlsx",
  "3d-print",
  "my-skill-v2",
  "pdf-processing-and-analysis-suite",
])("S1-12, S2-13: '%s' is a valid name", (name) => {
  expect(findingsOf("name.format", skill(name))).toEqual([]);
});

test.each([
  ["PDF-Processing", "has uppercase letters"],
  ["-pdf", "starts or ends with a hyphen"],
  ["pdf-", "starts or ends with a hyphen"],
  ["pdf--processing", "has two hyphens in a row"],
  ["pdf_processing", "has characters that are not allowed"],
  ["pdf processing", "has spaces"],
])("S1-13, S2-13: '%s' %s", (name, problem) => {
  expect(findingsOf("name.format", skill(name)).map((finding) => finding.args)).toEqual([
    expect.objectContaining({ name, problem }),
  ]);
});

test("the finding points at the name", () => {
  expect(findingsOf("name.format", skill("PDF"))[0]?.range).toEqual({
    start: { line: 2, column: 7 },
    end: { line: 2, column: 10 },
  });
});
