import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "file.missing",
  category: "spec",
  severity: "error",
  aboutCheck: true,
  summary: "The directory holds a SKILL.md.",
  messages: {
    missing:
      "There is no SKILL.md in this directory; a skill is a directory with a file of exactly that name. Add it or name another directory.",
    otherCase: "The file is called {found}, which most clients do not read; rename it to SKILL.md.",
  },
});
