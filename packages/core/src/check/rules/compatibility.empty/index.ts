import { findEntry } from "../../../parse/yaml-node.ts";
import { isEmptyScalar, placeOf } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "compatibility.empty",
  category: "spec",
  severity: "error",
  summary: "The field for what the skill needs is not left empty.",
  messages: {
    empty:
      "compatibility is empty; expected 1 to 500 characters. Say what the skill needs or remove the field.",
  },
  check({ parsed }, { report }) {
    const entry = findEntry(parsed.frontmatter, "compatibility");
    if (entry?.value.kind !== "scalar" || !isEmptyScalar(entry.value)) return;
    report({ message: "empty", span: placeOf(entry) });
  },
});
