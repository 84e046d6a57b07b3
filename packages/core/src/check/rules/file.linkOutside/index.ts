import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "file.linkOutside",
  category: "spec",
  severity: "error",
  aboutCheck: true,
  summary: "A skill's files are inside its directory.",
  messages: {
    skillFile:
      "SKILL.md is a link to a file outside the skill; expected a file inside it. Copy the file here: the link breaks when the skill is shared.",
    directory:
      "The skill's directory is a link to a place outside the folder being checked, so it was not read; expected a directory inside it. Copy the skill here or pass its real path.",
  },
});
