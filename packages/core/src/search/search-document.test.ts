import { expect, test } from "vitest";
import { parseSkill } from "../parse/parse-skill.ts";
import { toSearchDocument } from "./search-document.ts";

test("name, description, body and every field that says when to use a skill", () => {
  const text = `---
name: pdf-tools
description: Work with PDF files.
tags: [pdf]
when_to_use: The user has a form.
metadata:
  keywords: acrobat
  author: someone
triggers:
  files: ["*.pdf"]
---
# Body
`;
  expect(toSearchDocument(parseSkill(text))).toEqual({
    name: "pdf-tools",
    description: "Work with PDF files.",
    tags: ["pdf", "The user has a form.", "acrobat", "*.pdf"],
    body: "# Body\n",
  });
});

test("a file without frontmatter is all body", () => {
  expect(toSearchDocument(parseSkill("just text"))).toEqual({
    name: "",
    description: "",
    tags: [],
    body: "just text",
  });
});
