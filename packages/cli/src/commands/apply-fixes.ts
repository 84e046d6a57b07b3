import {
  type CheckSettings,
  type FileSystem,
  fixSkill,
  type LoadedSkill,
  printable,
} from "@skillwright/core";
import type { Io } from "../io.ts";

type FixSettings = CheckSettings & { readonly unsafe: boolean };

/** Repairs skills on disk and says on standard error what was done. */
export async function applyFixes(
  skills: Iterable<LoadedSkill>,
  settings: FixSettings,
  { fs, io }: { readonly fs: FileSystem; readonly io: Io },
): Promise<void> {
  for (const skill of skills) {
    const { text, executables, applied } = fixSkill(skill, settings);
    if (applied.length === 0) continue;
    if (text !== skill.parsed.text) fs.write(skill.file, new TextEncoder().encode(text));
    for (const file of executables) makeExecutable(fs, file);
    const lines = applied.map(({ rule, title }) => `  ${title} (${rule})\n`).join("");
    await io.err(`Fixed ${printable(skill.file)}\n${lines}`);
  }
}

function makeExecutable(fs: FileSystem, file: string): void {
  const size = fs.stat(file)?.size ?? 0;
  fs.write(file, fs.read(file, size).bytes, { executable: true });
}
