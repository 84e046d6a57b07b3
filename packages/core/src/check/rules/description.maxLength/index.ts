import { limits } from "../../../limits.ts";
import { findEntry } from "../../../parse/yaml-node.ts";
import { countCodePoints } from "../../../text/utf8.ts";
import { writtenText } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "description.maxLength",
  category: "spec",
  severity: "error",
  summary: "The description has at most 1024 characters.",
  messages: {
    tooLong:
      "The description has {length} characters; at most {max} are allowed, and some clients truncate the rest. Move details into the body.",
  },
  check({ parsed }, { report }) {
    const node = findEntry(parsed.frontmatter, "description")?.value;
    // A string never has more code points than code units.
    if (node?.kind !== "scalar" || node.text.length <= limits.descriptionLength) return;
    const length = countCodePoints(writtenText(node));
    if (length <= limits.descriptionLength) return;
    report({ message: "tooLong", args: { length, max: limits.descriptionLength }, span: node.span });
  },
});
