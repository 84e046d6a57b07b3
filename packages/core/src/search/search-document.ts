import type { ParsedSkill } from "../parse/parse-skill.ts";
import type { YamlMap, YamlNode } from "../parse/yaml-node.ts";

/** The parts of a skill that search reads. */
export type SearchDocument = {
  readonly name: string;
  readonly description: string;
  /** Tags, keywords and trigger phrases, whatever the frontmatter calls them. */
  readonly tags: readonly string[];
  readonly body: string;
};

/** Fields, top-level or in `metadata`, that say when to use a skill; most are not in any standard. */
const hints = new Set([
  ...["tags", "keywords", "labels", "triggers", "trigger", "trigger-phrases", "aliases"],
  ...["when_to_use", "when-to-use", "argument-hint", "category", "domain", "title"],
]);

/** The searchable parts of a parsed skill. */
export function toSearchDocument({ manifest, frontmatter, text, bodySpan }: ParsedSkill): SearchDocument {
  return {
    name: manifest.name ?? "",
    description: manifest.description ?? "",
    tags: frontmatter === undefined ? [] : hintsIn(frontmatter),
    body: text.slice(bodySpan.start, bodySpan.end),
  };
}

function hintsIn(map: YamlMap): readonly string[] {
  return map.entries.flatMap(({ key, value }) => {
    if (hints.has(key.text.toLowerCase())) return textsOf(value);
    return key.text === "metadata" && value.kind === "map" ? hintsIn(value) : [];
  });
}

/** All scalars of a value at any depth: authors use both lists of phrases and maps of lists. */
function textsOf(node: YamlNode): readonly string[] {
  if (node.kind === "scalar") return node.text === "" ? [] : [node.text];
  if (node.kind === "list") return node.items.flatMap(textsOf);
  return node.entries.flatMap(({ value }) => textsOf(value));
}

/**
 * A description without the clauses that say what the skill is not for: "Not for changelogs." would otherwise rank the
 * skill first for "make a changelog".
 */
export function withoutExclusions(description: string): string {
  return description.replace(exclusion, "$1");
}

const exclusion = new RegExp(
  [
    String.raw`(^|[.;:!?)\n—–-]\s+|,\s+|\()`,
    `(?:(?:please )?(?:do not|don['’]t|does not|doesn['’]t|never|avoid|should not be|must not be) `,
    String.raw`(?:ever )?(?:us|trigger|invok|activat|call|apply|select|load|run)\w*\b`,
    String.raw`|(?:this (?:skill )?is )?not (?:(?:meant|intended|suitable|designed|applicable|used|appropriate) )?(?:for|when|if)\b`,
    String.raw`|skip (?:this|it|for|when|if)\b)`,
    String.raw`(?:[^.;!?\n]|[.;!?](?!\s|$))*`,
  ].join(""),
  "gi",
);
