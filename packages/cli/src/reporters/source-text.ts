import type { Finding, Position, Range } from "@skillwright/core";
import type { LoadedSkill } from "@skillwright/core/discover";
import { createLineIndex } from "@skillwright/core/text";

/** The text of the file that a finding is in, if it is readable. */
export function sourceText({ file }: Finding, skill: LoadedSkill): string | undefined {
  if (file === skill.file) return skill.parsed.text === "" ? undefined : skill.parsed.text;
  return skill.files.read(file.slice(skill.directory.length + 1));
}

/** The text in a range. */
export function textIn(text: string, { start, end }: Range): string {
  const lines = createLineIndex(text);
  const offsetOf = ({ line, column }: Position): number => lines.lineSpan(line).start + column - 1;
  return text.slice(offsetOf(start), offsetOf(end));
}
