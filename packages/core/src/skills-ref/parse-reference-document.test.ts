import { expect, test } from "vitest";
import { splitDocument } from "./parse-reference-document.ts";

test("frontmatter is between the first two ---, and the body is stripped", () => {
  expect(splitDocument("---\nname: a\n---\n\n# Body \n")).toEqual({
    ok: true,
    text: "---\nname: a\n---\n\n# Body \n",
    leftOut: [],
    frontmatter: "\nname: a\n",
    frontmatterOffset: 3,
    body: "# Body",
  });
});

test("the first later --- closes, even inside a value", () => {
  expect(splitDocument("---\ndescription: foo --- bar\n---\nBody")).toMatchObject({
    frontmatter: "\ndescription: foo ",
    body: "bar\n---\nBody",
  });
});

test("CRLF and a lone CR become LF, and removed CRs are recorded", () => {
  expect(splitDocument("---\r\na: b\rc: d\r\n---\r\nx\r\ny")).toMatchObject({
    frontmatter: "\na: b\nc: d\n",
    body: "x\ny",
    leftOut: [3, 14, 19, 22],
  });
});

test.each([
  ["nothing", "", "not-opened"],
  ["two hyphens", "--\na: b\n---\n", "not-opened"],
  ["a second marker missing", "---\na: b\n--\n", "not-closed"],
])("%s is a problem", (_what, text, problem) => {
  expect(splitDocument(text)).toEqual({ ok: false, problem });
});
