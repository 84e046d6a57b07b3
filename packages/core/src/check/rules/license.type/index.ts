import { findEntry } from "../../../parse/yaml-node.ts";
import { observeNonText, placeOf } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "license.type",
  category: "spec",
  severity: "error",
  summary: "The license is a string.",
  messages: {
    scalar:
      "YAML reads the license {text} as a {found}; expected a name such as MIT, or a file name. Quote it if that is the name.",
    null: "YAML reads the license {text} as null; expected a name such as MIT, or a file name. Add one or remove the field.",
    empty: "The license is empty; expected a name such as MIT, or a file name. Add one or remove the field.",
    collection: "The license is a {found}; expected a string: a name such as MIT, or a file name.",
  },
  check({ parsed }, { report }) {
    const entry = findEntry(parsed.frontmatter, "license");
    if (!entry) return;
    const isEmpty = entry.value.kind === "scalar" && entry.value.value === null && entry.value.text === "";
    if (isEmpty) return report({ message: "empty", span: placeOf(entry) });
    const problem = observeNonText(entry);
    if (problem) report(problem);
  },
});
