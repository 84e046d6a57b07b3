import { limits } from "../../../limits.ts";
import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.yaml",
  category: "spec",
  severity: "error",
  summary: "The frontmatter is valid YAML.",
  messages: {
    invalid:
      "The frontmatter is not valid YAML here: {detail}. Correct it; quote values that contain a colon, quote or bracket.",
    "too-deep": `The frontmatter is nested more than ${limits.yamlDepth} levels deep; expected fields with plain values. Flatten it.`,
    "too-large": `The frontmatter is too large; expected at most {max} bytes and ${limits.yamlNodes} values, counting aliases each time. Move data into files.`,
  },
});
