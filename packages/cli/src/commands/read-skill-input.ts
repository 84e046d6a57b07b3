import { limits } from "@skillwright/core";
import { type LoadedSkill, skillFromBytes } from "@skillwright/core/discover";
import { UsageError } from "../command.ts";
import type { Io } from "../io.ts";

/** The one SKILL.md on standard input, which `-` stands for. */
export async function readSkillInput(paths: readonly string[], io: Io): Promise<LoadedSkill> {
  if (paths.length > 1) throw new UsageError("`-` stands alone: it reads one SKILL.md from standard input.");
  return skillFromBytes(await io.readInput(limits.skillFileBytes), "<stdin>");
}
