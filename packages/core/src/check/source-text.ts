import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Finding, Position, Range } from "../finding.ts";
import { createLineIndex } from "../text/line-index.ts";

/** The text of the file that a finding is in, if it is readable. */
export function sourceText({ file }: Pick<Finding, "file">, skill: LoadedSkill): string | undefined {
  if (file === skill.file) return skill.parsed.text === "" ? undefined : skill.parsed.text;
  return skill.files.read(file.slice(skill.directory.length + 1));
}

/** The text in a range. */
export function textIn(text: string, { start, end }: Range): string {
  const lines = createLineIndex(text);
  const offsetOf = ({ line, column }: Position): number => lines.lineSpan(line).start + column - 1;
  return text.slice(offsetOf(start), offsetOf(end));
}
