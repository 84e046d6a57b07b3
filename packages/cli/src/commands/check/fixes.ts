import { formatError, SkillError } from "@skillwright/core";
import { type CheckSettings, type FixedSkill, fixSkill } from "@skillwright/core/check";
import type { FileSystem, LoadedSkill } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import type { Io } from "../../io.ts";
import { unifiedDiff } from "../../terminal/unified-diff.ts";

export type FixSettings = CheckSettings & { readonly unsafe: boolean };

/**
 * Fixes skills on disk and prints on standard error what was done. A file that cannot be written is reported and left
 * unchanged. Returns the number of such files.
 */
export async function writeFixes(
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
      await io.err(describeFixes("Fixed", fixed));
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

function describeFixes(done: string, { applied }: FixedSkill): string {
  return applied.map(({ rule, title, file }) => `${done} ${printable(file)}: ${title} (${rule})\n`).join("");
}

/** Prints on standard error what would be fixed, writes nothing, and returns the skills as they would be. */
export async function previewFixes(
  skills: Iterable<LoadedSkill>,
  settings: FixSettings,
  io: Io,
): Promise<readonly LoadedSkill[]> {
  const previews: LoadedSkill[] = [];
  for (const skill of skills) {
    const fixed = fixSkill(skill, settings);
    await io.err(describeFixes("Would fix", fixed));
    previews.push(fixed.skill);
  }
  return previews;
}

/** Prints the fixes as a diff and writes nothing. Returns whether there are any. */
export async function printDiff(
  skills: Iterable<LoadedSkill>,
  settings: FixSettings,
  io: Io,
): Promise<boolean> {
  let hasFixes = false;
  for (const skill of skills) {
    const { text, executables, applied } = fixSkill(skill, settings);
    if (applied.length === 0) continue;
    hasFixes = true;
    await io.out(unifiedDiff(skill.file, skill.parsed.text, text));
    for (const file of executables) {
      const path = printable(file);
      await io.out(`diff ${path} ${path}\nold mode 100644\nnew mode 100755\n`);
    }
  }
  return hasFixes;
}
