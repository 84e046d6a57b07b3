import type { CheckedSkill } from "../../rule.ts";

/** One text of a skill that security rules read. */
export type SkillText = {
  readonly text: string;
  readonly kind: "markdown" | "script";
  /** To spread into an observation: empty for SKILL.md, which needs no file. */
  readonly place: { readonly file?: string };
};

// Names without extension are scripts too: `scripts/setup`, `Dockerfile`, `.env`.
const scriptName =
  /(?:^|\/)\.?[^./]+$|\.(?:sh|bash|zsh|fish|ps1|psm1|bat|cmd|py|js|mjs|cjs|ts|mts|cts|jsx|tsx|rb|pl|php|lua|go|rs|java|kts?|swift|r|jl|awk|jq|sql|applescript|json|jsonc|ya?ml|toml|ini|cfg|conf|env|pem|key)$/i;
const documentName = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i;

/** SKILL.md first, then every bundled file whose name says that it is a script, a setting or a document. */
export function* textsOf({ parsed, directory, file, files }: CheckedSkill): Generator<SkillText> {
  yield { text: parsed.text, kind: "markdown", place: {} };
  for (const { path, kind } of files.all()) {
    if (kind !== "file" || `${directory}/${path}` === file) continue;
    const isDocument = documentName.test(path);
    if (!isDocument && !scriptName.test(path)) continue;
    const text = files.read(path);
    if (text) yield { text, kind: isDocument ? "markdown" : "script", place: { file: path } };
  }
}
