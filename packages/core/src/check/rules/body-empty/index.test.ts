import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const front = "---\nname: pdf\ndescription: Reads PDF files.\n---\n";

test.each(["", "\n\n", "# PDF\n", "# PDF\n\n## Steps\n", "<!-- later -->\n"])(
  "a body of %j has no instructions",
  (body) => {
    expect(findingsOf("body-empty", front + body)).toHaveLength(1);
  },
);

test.each(["Text", "# PDF\nText\n", "```sh\nrun\n```\n", "- step\n"])(
  "a body of %j has instructions",
  (body) => {
    expect(findingsOf("body-empty", front + body)).toEqual([]);
  },
);

test("unclosed frontmatter is not reported here", () => {
  expect(findingsOf("body-empty", "---\nname: pdf\n")).toEqual([]);
});
