import { findEntry } from "../../../parse/yaml-node.ts";
import { isEmptyScalar, placeOf } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "compatibility.empty",
  category: "spec",
  severity: "error",
  summary: "compatibility is not empty.",
  messages: {
    empty:
      "compatibility is empty; expected 1 to 500 characters. State what the skill requires or remove the field.",
  },
  check({ parsed }, { report }) {
    const entry = findEntry(parsed.frontmatter, "compatibility");
    if (entry?.value.kind !== "scalar" || !isEmptyScalar(entry.value)) return;
    report({ message: "empty", span: placeOf(entry) });
  },
});
