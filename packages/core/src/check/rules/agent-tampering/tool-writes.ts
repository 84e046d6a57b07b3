import type { ScannedText, WriteAction } from "../../../scan/evidence.ts";

const call =
  /\b(?:write_file|edit_file|create_file|append_file|write_to_file|replace_in_file|str_replace|apply_patch|fs_write|Write|Edit)[ \t]{0,4}\([ \t\n]{0,20}(?:(?:path|file_path|file)[ \t]{0,4}[:=][ \t]{0,4})?["'`]([^"'`\n]{1,300})["'`]/g;

/** A path in a title or sentence, and the code block right below it. */
const shownFile =
  /`((?:~\/|\.{1,2}\/)?[\w./-]{3,120}\.(?:md|json|toml|ya?ml|\w{1,8}rules))`[^`\n]{0,160}\n(?:[^`\n]{0,200}\n){0,4}[ \t]{0,8}```[\w+-]{0,20}\n([\s\S]{1,4000}?)\n[ \t]{0,8}```/g;

/** Files whose content a text shows, for the agent or the user to write. */
export function* shownWrites(texts: readonly ScannedText[]): Generator<WriteAction> {
  for (const source of texts) {
    if (source.role === "test" || source.nesting !== undefined || source.language !== "markdown") continue;
    for (const match of source.text.matchAll(shownFile))
      yield {
        kind: "write",
        source,
        span: { start: match.index, end: match.index + match[0].length },
        setting: "block",
        language: source.language,
        carries: [],
        isQuoted: false,
        path: match[1] ?? "",
        content: match[2] ?? "",
      };
  }
}

/** How much of a call's arguments is read. */
const reach = 4000;

/** Calls of an agent's own tools that a text spells out: `write_file(".claude/settings.json", …)`. */
export function* toolWrites(texts: readonly ScannedText[]): Generator<WriteAction> {
  for (const source of texts) {
    if (source.role === "test" || source.nesting !== undefined) continue;
    for (const match of source.text.matchAll(call)) {
      const end = match.index + match[0].length;
      yield {
        kind: "write",
        source,
        span: { start: match.index, end },
        setting: "block",
        language: source.language,
        carries: [],
        isQuoted: false,
        path: match[1] ?? "",
        content: source.text.slice(end, end + reach),
      };
    }
  }
}
