import { SkillError, type SkillManifest } from "@skillwright/core";
import { checkRequirements, type ProgramPlace } from "./check-requirements.ts";
import { readRequirements } from "./read-requirements.ts";

/** A program that a skill needs and this machine does not have in a version that fits. */
export type UnmetRequirement = {
  /** As written: `python>=3.10`. */
  readonly requirement: string;
  readonly reason: string;
};

/**
 * The programs on a skill's lists that are missing here, before any script runs. Only known programs are started, and only to ask for
 * their version. `programs` are further ones, as a package lists them: each is a command.
 */
export async function findUnmet(
  { requirements, tools }: Pick<SkillManifest, "requirements" | "tools">,
  programs: readonly string[],
  place: ProgramPlace,
): Promise<readonly UnmetRequirement[]> {
  const { requires = [], optional = [], packages = [] } = requirements ?? {};
  const all = { requires: [...requires, ...programs], optional, packages };
  const stated = readRequirements({ requirements: all, ...(tools && { tools }) }, programs);
  const unmet: UnmetRequirement[] = [];
  for (const one of stated)
    try {
      await checkRequirements([one], { ...place, name: one.text });
    } catch (error) {
      if (!(error instanceof SkillError)) throw error;
      const { reason = error.code } = error.details;
      unmet.push({ requirement: one.text, reason: String(reason) });
    }
  return unmet;
}
