import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "file.encoding",
  category: "spec",
  severity: "error",
  aboutCheck: true,
  summary: "SKILL.md is UTF-8 text.",
  messages: {
    notUtf8:
      "SKILL.md is not UTF-8 text; clients read it as UTF-8 and fail or show wrong characters. Save it as UTF-8.",
    binary:
      "SKILL.md contains NUL bytes, as binary files and UTF-16 text do; expected UTF-8 text. Save it as UTF-8.",
  },
});
