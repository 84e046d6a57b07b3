import type { SkillTraits } from "../discover/discovered-skill.ts";
import type { DisabledReason } from "./catalog-skill.ts";
import { remember } from "./remember.ts";
import { statedRequirements } from "./stated-requirements.ts";

export type Machine = {
  /** The platform in Node's spelling: `linux`, `darwin`, `win32`. */
  readonly platform?: string;
  /** Whether a command is installed; called once per name. */
  readonly hasBinary?: (name: string) => boolean;
};

/** Why skills do not work on a machine. Unknown facts about the machine never disable a skill. */
export function createMachineFit({
  platform,
  hasBinary,
}: Machine): (traits: SkillTraits) => readonly DisabledReason[] {
  if (platform === undefined && hasBinary === undefined) return () => none;
  const has = remember(hasBinary ?? (() => true));
  return (traits) => {
    const stated = statedRequirements(traits);
    if (stated === undefined) return none;
    const { platforms, commands, anyCommand } = stated;
    const reasons: DisabledReason[] = [];
    if (platform !== undefined && platforms.length > 0 && !platforms.includes(platform))
      reasons.push("platform");
    const isMissing = !commands.every((name) => has(name));
    if (isMissing || (anyCommand.length > 0 && !anyCommand.some((name) => has(name)))) reasons.push("binary");
    return reasons;
  };
}

const none: readonly DisabledReason[] = [];
