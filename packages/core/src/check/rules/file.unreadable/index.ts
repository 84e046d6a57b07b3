import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "file.unreadable",
  category: "spec",
  severity: "error",
  aboutCheck: true,
  summary: "SKILL.md is a file that can be read.",
  messages: {
    "file-not-regular":
      "SKILL.md is not a file but a directory, pipe or device; expected a text file. Rename what is there and write the skill into a file.",
    "file-forbidden":
      "SKILL.md may not be read by this user; expected a file that everyone who uses the skill can read. Change its permissions.",
    "file-unreadable":
      "SKILL.md cannot be read because the disk reports an error; expected a text file. Copy the skill elsewhere or restore it.",
    "file-is-link":
      "SKILL.md is a link to another link; expected a file, or one link to a file inside the skill. Put the file itself here.",
    dangling:
      "SKILL.md is a link that leads nowhere; expected a file. Put the file itself here or repair the link.",
  },
});
