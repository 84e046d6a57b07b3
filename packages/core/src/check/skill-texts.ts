import type { LoadedSkill } from "../discover/load-skill.ts";

/** One text of a skill, for rules that look at characters and need no evidence. */
export type SkillText = {
  readonly text: string;
  /** To spread into an observation; empty for SKILL.md. */
  readonly place: { readonly file?: string };
};

// Names without extension are scripts too: `scripts/setup`, `Dockerfile`, `.env`.
const scriptName =
  /(?:^|\/)\.?[^./]+$|\.(?:sh|bash|zsh|fish|ps1|psm1|bat|cmd|py|js|mjs|cjs|ts|mts|cts|jsx|tsx|rb|pl|php|lua|go|rs|java|kts?|swift|r|jl|awk|jq|sql|applescript|json|jsonc|ya?ml|toml|ini|cfg|conf|env|pem|key)$/i;
const documentName = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i;

/** Whether the file name indicates a script, a configuration file or a document. */
function isScannable(path: string): boolean {
  return documentName.test(path) || scriptName.test(path);
}

/** SKILL.md, followed by every bundled script, configuration file and document. */
export function* textsOf({ parsed, directory, file, files }: LoadedSkill): Generator<SkillText> {
  yield { text: parsed.text, place: {} };
  for (const { path, kind } of files.all()) {
    if (kind !== "file" || `${directory}/${path}` === file) continue;
    const text = isScannable(path) ? files.read(path) : undefined;
    if (text) yield { text, place: { file: path } };
  }
}
