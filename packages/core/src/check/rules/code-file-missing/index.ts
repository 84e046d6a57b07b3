import { limits } from "../../../limits.ts";
import { createFileLookup, filesNamedInCode, nearestSibling } from "../../references.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "code-file-missing",
  category: "quality",
  severity: "info",
  summary: "Files that code names in scripts/, references/ or assets/ exist.",
  messages: {
    missing:
      "Code names {path}, which is not in the skill; add the file, or ignore this if it means a file of the user's project.",
  },
  check(skill, { report }) {
    const named = filesNamedInCode(skill);
    if (named.length === 0) return;
    const exists = createFileLookup(skill);
    const seen = new Set<string>();
    for (const { path, span } of named) {
      if (seen.has(path) || seen.size > limits.findingsPerRule) continue;
      seen.add(path);
      // A misspelled name is a finding of `reference-broken`.
      if (exists(path) || nearestSibling(path, skill) !== undefined) continue;
      report({ message: "missing", args: { path }, span });
    }
  },
});
