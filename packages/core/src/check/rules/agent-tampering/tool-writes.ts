import type { ScannedText, WriteAction } from "../../../scan/evidence.ts";

const call =
  /\b(?:write_file|edit_file|create_file|append_file|write_to_file|replace_in_file|str_replace|apply_patch|fs_write|Write|Edit)[ \t]{0,4}\([ \t\n]{0,20}(?:(?:path|file_path|file)[ \t]{0,4}[:=][ \t]{0,4})?["'`]([^"'`\n]{1,300})["'`]/g;

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
