import { sha256Hex } from "../digest/sha256.ts";
import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Finding, Range } from "../finding.ts";
import { createLineIndex } from "../text/line-index.ts";
import { sourceText } from "./source-text.ts";

/**
 * What a finding is about: its rule, its file inside the skill, what it says and the lines it points at. Lines may move and the skill may
 * be elsewhere; as soon as their text changes, it is another finding.
 */
export function fingerprintOf(finding: Finding, skill: LoadedSkill): string {
  const { rule, message, args, file, range } = finding;
  const text = sourceText(finding, skill);
  const evidence = text === undefined ? "" : linesOf(text, range);
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [rule, fileInSkill(file, skill), message, sorted, evidence];
  return sha256Hex(JSON.stringify(parts)).slice(0, 32);
}

/** Whole lines, since what a pattern matches may be only the start of a sentence or a command. */
function linesOf(text: string, { start, end }: Range): string {
  const lines = createLineIndex(text);
  return text.slice(lines.lineSpan(start.line).start, lines.lineSpan(end.line).end).trim();
}

function fileInSkill(file: string, skill: LoadedSkill): string {
  return file === skill.file ? "SKILL.md" : file.slice(skill.directory.length + 1);
}
