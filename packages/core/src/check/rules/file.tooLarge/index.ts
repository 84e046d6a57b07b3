import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "file.tooLarge",
  category: "spec",
  severity: "error",
  aboutCheck: true,
  summary: "SKILL.md is small enough to be read.",
  messages: {
    tooLarge:
      "SKILL.md has {size} bytes; at most {max} are read. Move everything except the instructions into separate files.",
  },
});
