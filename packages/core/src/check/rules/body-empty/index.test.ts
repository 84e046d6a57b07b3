import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const front = "---\nname: pdf\ndescription: Reads PDF files.\n---\n";

test.each(["", "\n\n", "# PDF\n", "# PDF\n\n## Steps\n", "<!-- later -->\n"])(
  "a body of %j tells nothing",
  (body) => {
    expect(findingsOf("body-empty", front + body)).toHaveLength(1);
  },
);

test.each(["Text", "# PDF\nText\n", "```sh\nrun\n```\n", "- step\n"])(
  "a body of %j tells something",
  (body) => {
    expect(findingsOf("body-empty", front + body)).toEqual([]);
  },
);

test("of an unclosed frontmatter nothing is said", () => {
  expect(findingsOf("body-empty", "---\nname: pdf\n")).toEqual([]);
});
