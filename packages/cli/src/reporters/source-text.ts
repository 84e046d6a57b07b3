import type { Finding, Position, Range } from "@skillwright/core";
import type { LoadedSkill } from "@skillwright/core/discover";
import { createLineIndex } from "@skillwright/core/text";

/** Text of the file that a finding is in; undefined when there is none to be had. */
export function sourceText({ file }: Finding, skill: LoadedSkill): string | undefined {
  if (file === skill.file) return skill.parsed.text === "" ? undefined : skill.parsed.text;
  return skill.files.read(file.slice(skill.directory.length + 1));
}

/** What stands between two places of a text. */
export function textIn(text: string, { start, end }: Range): string {
  const lines = createLineIndex(text);
  const offsetOf = ({ line, column }: Position): number => lines.lineSpan(line).start + column - 1;
  return text.slice(offsetOf(start), offsetOf(end));
}
