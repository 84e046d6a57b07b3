import type { ParsedSkill } from "../parse/parse-skill.ts";
import type { YamlMap, YamlNode } from "../parse/yaml-node.ts";
import type { SearchDocument } from "./search-document.ts";

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
