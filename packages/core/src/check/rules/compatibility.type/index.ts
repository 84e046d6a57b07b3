import type { Observation } from "../../../finding.ts";
import type { ParsedSkill } from "../../../parse/parse-skill.ts";
import { findEntry, type YamlEntry, type YamlNode } from "../../../parse/yaml-node.ts";
import { observeNonText, placeOf, quoteScalar, rewriteAsScalar } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "compatibility.type",
  category: "spec",
  severity: "error",
  summary: "What the skill needs is one text.",
  messages: {
    scalar: "YAML reads the compatibility {text} as a {found}; expected text. Put it in quotes.",
    null: "YAML reads the compatibility {text} as no value; expected text that says what the skill needs. Write it or remove the field.",
    collection:
      "compatibility is a {found}; expected one sentence that says what the skill needs, such as 'Requires Python 3.12 and uv'.",
    requirements: "compatibility is a map; the standard wants one sentence. Write: {sentence}",
  },
  check({ parsed }, { report }) {
    const entry = findEntry(parsed.frontmatter, "compatibility");
    if (!entry) return;
    const sentence = sentenceFor(entry.value, parsed);
    const problem =
      sentence === undefined ? observeNonText(entry) : describeMap(parsed.text, entry, sentence);
    if (problem) report(problem);
  },
});

const requirementKeys: ReadonlySet<string> = new Set(["requires", "optional", "packages"]);

/** The sentence for a map of requirements, if it says all that the map says. */
function sentenceFor(value: YamlNode, { manifest }: ParsedSkill): string | undefined {
  if (value.kind !== "map" || !manifest.compatibility) return undefined;
  const isWhole = value.entries.every((entry) => requirementKeys.has(entry.key.text) && isFlat(entry.value));
  return isWhole ? manifest.compatibility : undefined;
}

function isFlat(node: YamlNode): boolean {
  return node.kind === "list" ? node.items.every((item) => item.kind === "scalar") : node.kind === "scalar";
}

// Unsafe: a client of package registries reads the map, and the sentence only to show it.
function describeMap(text: string, entry: YamlEntry, sentence: string): Omit<Observation, "rule"> {
  const problem = { message: "requirements", args: { sentence }, span: placeOf(entry) };
  const fix = rewriteAsScalar(text, entry, quoteScalar(sentence));
  return fix ? { ...problem, fix } : problem;
}
