import { limits } from "../../../limits.ts";
import { findEntry } from "../../../parse/yaml-node.ts";
import { countCodePoints } from "../../../text/utf8.ts";
import { writtenText } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "compatibility.maxLength",
  category: "spec",
  severity: "error",
  summary: "compatibility has at most 500 characters.",
  messages: {
    tooLong:
      "compatibility has {length} characters; at most {max} are allowed. List the requirements here and explain them in the body.",
  },
  check({ parsed }, { report }) {
    const node = findEntry(parsed.frontmatter, "compatibility")?.value;
    if (node?.kind !== "scalar") return;
    const length = countCodePoints(writtenText(node));
    if (length <= limits.compatibilityLength) return;
    report({ message: "tooLong", args: { length, max: limits.compatibilityLength }, span: node.span });
  },
});
