import { findEntry } from "../../../parse/yaml-node.ts";
import { isEmptyScalar, openingSpan, placeOf } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "description.required",
  category: "spec",
  severity: "error",
  summary: "The skill has a description.",
  messages: {
    missing:
      "The frontmatter has no description, and agents choose skills by it. Add one that says what the skill does and when to use it.",
    empty:
      "The description is empty, and agents choose skills by it. Say what the skill does and when to use it.",
  },
  check({ parsed }, { report }) {
    if (!parsed.frontmatter) return;
    const entry = findEntry(parsed.frontmatter, "description");
    if (!entry) report({ message: "missing", span: openingSpan(parsed.text) });
    else if (entry.value.kind === "scalar" && isEmptyScalar(entry.value)) {
      report({ message: "empty", span: placeOf(entry) });
    }
  },
});
