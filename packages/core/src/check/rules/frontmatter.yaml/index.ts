import { limits } from "../../../limits.ts";
import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.yaml",
  category: "spec",
  severity: "error",
  summary: "The frontmatter is YAML that can be read.",
  messages: {
    invalid:
      "The frontmatter is not valid YAML here: {detail}. Correct it; a text with a colon, quote or bracket in it is safest in quotes.",
    "too-deep": `The frontmatter is nested more than ${limits.yamlDepth} levels deep; expected fields with plain values. Flatten it.`,
    "too-large": `The frontmatter is too large to be read; expected at most {max} bytes and ${limits.yamlNodes} values, repeated ones counted each time. Move data into files.`,
  },
});
