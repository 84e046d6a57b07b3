import { limits } from "@skillwright/core";
import { type LoadedSkill, skillFromBytes } from "@skillwright/core/discover";
import { UsageError } from "../command.ts";
import type { Io } from "../io.ts";

/** Reads the SKILL.md from standard input, for `-`. */
export async function readSkillInput(paths: readonly string[], io: Io): Promise<LoadedSkill> {
  if (paths.length > 1)
    throw new UsageError(
      "`-` reads one SKILL.md from standard input and cannot be combined with other paths.",
    );
  return skillFromBytes(await io.readInput(limits.skillFileBytes), "<stdin>");
}
