import { findEntry } from "../../../parse/yaml-node.ts";
import { toScalar } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "name.normalized",
  category: "spec",
  severity: "warning",
  summary: "The name is in Unicode normal form NFKC.",
  messages: {
    notNormalized:
      "The name '{name}' is not in Unicode normal form NFKC, so clients that compare characters see a different name than '{normalized}'. Write it in that form.",
  },
  check({ parsed }, { report }) {
    const node = findEntry(parsed.frontmatter, "name")?.value;
    if (node?.kind !== "scalar" || typeof node.value !== "string") return;
    const name = node.text.trim();
    const normalized = name.normalize("NFKC");
    if (name === normalized) return;
    const fix = {
      title: "Normalize the name",
      safe: true,
      edits: [{ span: node.span, text: toScalar(normalized) }],
    };
    report({ message: "notNormalized", args: { name, normalized }, span: node.span, fix });
  },
});
