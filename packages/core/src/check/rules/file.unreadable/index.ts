import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "file.unreadable",
  category: "spec",
  severity: "error",
  aboutCheck: true,
  summary: "SKILL.md is a readable file.",
  messages: {
    "file-not-regular":
      "SKILL.md is a directory, pipe or device; expected a text file. Rename it and write the skill to a file.",
    "file-forbidden":
      "SKILL.md is not readable by this user; expected a file that every user of the skill can read. Change its permissions.",
    "file-unreadable":
      "SKILL.md cannot be read because of a disk error; expected a text file. Copy the skill elsewhere or restore it.",
    "file-is-link":
      "SKILL.md is a link to another link; expected a file, or a direct link to a file inside the skill. Replace the link with the file.",
    dangling:
      "SKILL.md is a broken link; expected a file. Replace the link with the file or repair the link.",
  },
});
