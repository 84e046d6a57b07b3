import { printable } from "@skillwright/core/text";
import { hooksLimits } from "./limits.ts";
import type { HookProblem, HookProblemCode } from "./read-hooks.ts";

const words: Readonly<Record<HookProblemCode, string>> = {
  "shape-unknown": "is not a valid hook",
  "event-unknown": "is not a hook event",
  "type-unsupported": "has an unsupported type; only `command` hooks can run",
  "command-missing": "has no command",
  "too-many-hooks": `are more than ${hooksLimits.hooksPerSkill}`,
  "matcher-unreadable": "has an unsafe matcher, so it runs on every tool",
  "timeout-out-of-bounds": `has a timeout outside 1 to ${hooksLimits.hookTimeoutSecondsMax} seconds`,
};

/** Describes a problem with a skill's hooks. */
export function formatHookProblem({ place, code }: HookProblem): string {
  return `${printable(place)} ${words[code]}.`;
}
