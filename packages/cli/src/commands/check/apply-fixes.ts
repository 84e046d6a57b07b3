import { formatError, SkillError } from "@skillwright/core";
import { type CheckSettings, type FixedSkill, fixSkill } from "@skillwright/core/check";
import type { FileSystem, LoadedSkill } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import type { Io } from "../../io.ts";

type FixSettings = CheckSettings & { readonly unsafe: boolean };

/**
 * Fixes skills on disk and prints on standard error what was done. A file that cannot be written is reported and left
 * unchanged. Returns the number of such files.
 */
export async function applyFixes(
  skills: Iterable<LoadedSkill>,
  settings: FixSettings,
  { fs, io }: { readonly fs: FileSystem; readonly io: Io },
): Promise<number> {
  let failures = 0;
  for (const skill of skills) {
    const fixed = fixSkill(skill, settings);
    if (fixed.applied.length === 0) continue;
    try {
      writeFixed(fs, skill, fixed);
      const lines = fixed.applied.map(
        ({ rule, title, file }) => `Fixed ${printable(file)}: ${title} (${rule})\n`,
      );
      await io.err(lines.join(""));
    } catch (error) {
      if (!(error instanceof SkillError)) throw error;
      failures++;
      await io.err(`Not fixed: ${formatError(error)}\n`);
    }
  }
  return failures;
}

function writeFixed(fs: FileSystem, skill: LoadedSkill, { text, executables }: FixedSkill): void {
  if (text !== skill.parsed.text) fs.write(skill.file, new TextEncoder().encode(text));
  for (const file of executables) {
    const size = fs.stat(file)?.size ?? 0;
    fs.write(file, fs.read(file, size).bytes, { executable: true });
  }
}
