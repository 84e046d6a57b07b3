import { limits } from "@skillwright/core";
import { printable } from "@skillwright/core/text";
import type { HookProblem, HookProblemCode } from "./read-hooks.ts";

const words: Readonly<Record<HookProblemCode, string>> = {
  "shape-unknown": "is not written as a hook is",
  "event-unknown": "is no event that hooks can run on",
  "type-unsupported": "is of a type that cannot be run here; only `command` can",
  "command-missing": "has no command",
  "too-many-hooks": `are more than ${limits.hooksPerSkill}`,
  "matcher-unreadable": "has a matcher that cannot be tried, so it runs on every tool",
  "timeout-out-of-bounds": `has a timeout that is not between 1 and ${limits.hookTimeoutSecondsMax} seconds`,
};

/** Describes a problem with a skill's hooks. */
export function formatHookProblem({ place, code }: HookProblem): string {
  return `${printable(place)} ${words[code]}.`;
}
