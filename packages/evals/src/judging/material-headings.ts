/**
 * The lines that divide the material into parts. `withoutHeadings` makes sure that untrusted text contains
 * none.
 */
export const headings = {
  ending: "[material: how it ended]",
  answer: "[material: answer]",
  files: "[material: files]",
  textOf: (path: string) => `[material: text of ${path}]`,
  transcript: "[material: transcript]",
  cut: (omitted: string) => `[material: ${omitted} left out here]`,
  unseen: (count: number) => `[material: ${count} invisible characters left out above]`,
} as const;

/** Placeholders for missing content. */
export const notes = {
  noFiles: "(There are no files.)",
  skillText: "(words of the skill, left out)",
} as const;

export type MaterialPart = (typeof materialParts)[number];
export const materialParts = ["answer", "files", "transcript", "everything"] as const;

/** The part that a heading starts, or a gap in the current part. Undefined for any other line. */
export function readHeading(line: string): MaterialPart | "gap" | undefined {
  if (!/^\[material: .*\]$/.test(line)) return undefined;
  if (line === headings.answer) return "answer";
  if (line === headings.transcript) return "transcript";
  if (line === headings.files || line.startsWith("[material: text of ")) return "files";
  return line.endsWith(" left out here]") ? "gap" : "everything";
}

/** Untrusted text without lines that look like headings. */
export function withoutHeadings(text: string): string {
  return text.replace(/^(?=[^\p{L}\p{N}\n]{0,64}[[\uff3b\u3010]\s{0,8}material\s{0,8}[:\uff1a])/gimu, "> ");
}
