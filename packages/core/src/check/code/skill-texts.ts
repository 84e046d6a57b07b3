import type { CheckedSkill } from "../rule.ts";
import { type Trigrams, trigramsOf } from "./trigrams.ts";

/** One text of a skill that security rules read. */
export type SkillText = {
  readonly text: string;
  readonly trigrams: Trigrams;
  readonly kind: "markdown" | "script";
  /** To spread into an observation; empty for SKILL.md. */
  readonly place: { readonly file?: string };
};

// Names without extension are scripts too: `scripts/setup`, `Dockerfile`, `.env`.
const scriptName =
  /(?:^|\/)\.?[^./]+$|\.(?:sh|bash|zsh|fish|ps1|psm1|bat|cmd|py|js|mjs|cjs|ts|mts|cts|jsx|tsx|rb|pl|php|lua|go|rs|java|kts?|swift|r|jl|awk|jq|sql|applescript|json|jsonc|ya?ml|toml|ini|cfg|conf|env|pem|key)$/i;
const documentName = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i;

/** Whether the file name indicates a script, a configuration file or a document. */
export function isScannable(path: string): boolean {
  return documentName.test(path) || scriptName.test(path);
}

/** Eight rules read the same texts of a skill. */
const known = new WeakMap<CheckedSkill, readonly SkillText[]>();

/** SKILL.md, followed by every bundled script, configuration file and document. */
export function textsOf(skill: CheckedSkill): readonly SkillText[] {
  const texts = known.get(skill) ?? collectTexts(skill);
  known.set(skill, texts);
  return texts;
}

function collectTexts({ parsed, directory, file, files }: CheckedSkill): readonly SkillText[] {
  const texts: SkillText[] = [
    { text: parsed.text, trigrams: trigramsOf(parsed.text), kind: "markdown", place: {} },
  ];
  for (const { path, kind } of files.all()) {
    if (kind !== "file" || `${directory}/${path}` === file) continue;
    const text = isScannable(path) ? files.read(path) : undefined;
    const type = documentName.test(path) ? "markdown" : "script";
    if (text) texts.push({ text, trigrams: trigramsOf(text), kind: type, place: { file: path } });
  }
  return texts;
}
