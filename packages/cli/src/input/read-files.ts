import { limits, SkillError } from "@skillwright/core";
import { type LoadedSkill, skillFromBytes } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { decodeUtf8 } from "@skillwright/core/text";
import { UsageError } from "../command.ts";
import type { Io } from "../io.ts";

/** Reads a text file given by the user. */
export function readTextFile(path: string, maxBytes: number): string {
  const fs = createNodeFileSystem();
  const real = fs.realPath(path) ?? path;
  const refuse = (reason: string): SkillError => new SkillError("config-invalid", { path, reason });
  const found = fs.stat(real);
  if (found !== undefined && found.kind !== "file") throw refuse("it is not a regular file.");
  const { bytes, size } = fs.read(real, maxBytes);
  if (size > maxBytes) throw refuse(`it is larger than ${maxBytes} bytes.`);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw refuse("it is not UTF-8 text.");
  return text;
}

/** Reads the SKILL.md from standard input, for `-`. */
export async function readSkillInput(paths: readonly string[], io: Io): Promise<LoadedSkill> {
  if (paths.length > 1)
    throw new UsageError(
      "`-` reads one SKILL.md from standard input and cannot be combined with other paths.",
    );
  return skillFromBytes(await io.readInput(limits.skillFileBytes), "<stdin>");
}
