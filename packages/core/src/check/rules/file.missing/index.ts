import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "file.missing",
  category: "spec",
  severity: "error",
  aboutCheck: true,
  summary: "The directory contains a SKILL.md.",
  messages: {
    missing:
      "No SKILL.md in this directory; a skill is a directory with a file of exactly that name. Add it or pass another directory.",
    otherCase: "The file is named {found}, which most clients do not read; rename it to SKILL.md.",
  },
});
