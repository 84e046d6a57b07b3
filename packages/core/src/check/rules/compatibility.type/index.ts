import type { ParsedSkill } from "../../../parse/parse-skill.ts";
import { findEntry, type YamlNode } from "../../../parse/yaml-node.ts";
import { observeNonText, placeOf, quoteScalar, rewriteAsScalar } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "compatibility.type",
  category: "spec",
  severity: "error",
  summary: "compatibility is a string.",
  messages: {
    scalar: "YAML reads the compatibility {text} as a {found}; expected a string. Quote it.",
    null: "YAML reads the compatibility {text} as null; expected a string that states what the skill requires. Add it or remove the field.",
    collection:
      "compatibility is a {found}; expected one sentence that states what the skill requires, such as 'Requires Python 3.12 and uv'.",
    requirements: "compatibility is a map; the standard expects one sentence. Write: {sentence}",
  },
  check({ parsed }, { report }) {
    const entry = findEntry(parsed.frontmatter, "compatibility");
    if (!entry) return;
    const sentence = sentenceFor(entry.value, parsed);
    if (sentence === undefined) {
      const problem = observeNonText(entry);
      if (problem) report(problem);
      return;
    }
    // Unsafe: clients of package registries evaluate the map; the sentence is only for display.
    const fix = rewriteAsScalar(parsed.text, entry, quoteScalar(sentence));
    report({ message: "requirements", args: { sentence }, span: placeOf(entry), fix });
  },
});

const requirementKeys: ReadonlySet<string> = new Set(["requires", "optional", "packages"]);

/** The sentence for a map of requirements, if it covers the whole map. */
function sentenceFor(value: YamlNode, { manifest }: ParsedSkill): string | undefined {
  if (value.kind !== "map" || !manifest.compatibility) return undefined;
  const isWhole = value.entries.every((entry) => requirementKeys.has(entry.key.text) && isFlat(entry.value));
  return isWhole ? manifest.compatibility : undefined;
}

function isFlat(node: YamlNode): boolean {
  return node.kind === "list" ? node.items.every((item) => item.kind === "scalar") : node.kind === "scalar";
}
