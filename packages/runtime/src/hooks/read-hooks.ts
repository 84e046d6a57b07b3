import type { HookCommand, HookMatcher, SkillHooks } from "@skillwright/core";
import { type SkillHookEvent, toHookEvent } from "@skillwright/core/parse";
import { readHookMatcher } from "@skillwright/core/policy";
import { compact, printable } from "@skillwright/core/text";
import { hooksLimits } from "./limits.ts";

/** A command that runs on an event while its skill is active. */
export type Hook = {
  readonly event: SkillHookEvent;
  /** Which tools it applies to; all if absent. */
  readonly matcher?: string;
  /** A script path inside the skill, or a shell line. */
  readonly command: string;
  readonly form: "script" | "shell";
  readonly timeoutMs: number;
  /** After it passes once, it does not run again while its skill is active. */
  readonly once: boolean;
  readonly source: HookSource;
};

/** The skill a hook belongs to. */
export type HookSkill = { readonly name: string; readonly digest: string; readonly directory: string };
/** `place` is its position in the manifest: `hooks.PreToolUse[0].hooks[1]`. */
type HookSource = HookSkill & { readonly place: string };

export type HookProblem = { readonly place: string; readonly code: HookProblemCode };
type HookProblemCode =
  | "shape-unknown"
  | "event-unknown"
  | "type-unsupported"
  | "command-missing"
  | "too-many-hooks"
  | "matcher-unreadable"
  | "timeout-out-of-bounds";

export type ReadHooks = {
  readonly hooks: readonly Hook[];
  /** Hooks that cannot be understood. A skill with any of these must not be activated. */
  readonly problems: readonly HookProblem[];
  /** Unclear parts, read strictly: an unreadable matcher always matches. */
  readonly notes: readonly HookProblem[];
};

/** A manifest's hooks as a list, in the order they run. */
export function readHooks(hooks: SkillHooks | undefined, skill: HookSkill): ReadHooks {
  if (!hooks) return { hooks: [], problems: [], notes: [] };
  const parts = [
    ...(hooks.unreadable ?? []).map((place) => problem(place, "shape-unknown")),
    ...readScript({ event: "skill-activate", command: hooks.pre, place: "hooks.pre" }, skill),
    ...Object.entries(hooks.events).flatMap(([name, matchers]) => readEvent(name, matchers, skill)),
    ...readScript({ event: "skill-end", command: hooks.post, place: "hooks.post" }, skill),
  ];
  const read = parts.flatMap((part) => part.hook ?? []);
  const tooMany = read.length > hooksLimits.hooksPerSkill ? [problem("hooks", "too-many-hooks")] : [];
  return {
    hooks: read.slice(0, hooksLimits.hooksPerSkill),
    problems: [...parts, ...tooMany].flatMap((part) => part.problem ?? []),
    notes: parts.flatMap((part) => part.notes ?? []),
  };
}

/** The result for one place of a manifest. */
type Part = {
  readonly hook?: Hook;
  readonly problem?: HookProblem;
  readonly notes?: readonly HookProblem[];
};

function problem(place: string, code: HookProblemCode): Part {
  return { problem: { place, code } };
}

function readScript(
  script: {
    readonly event: "skill-activate" | "skill-end";
    readonly command: string | undefined;
    readonly place: string;
  },
  skill: HookSkill,
): readonly Part[] {
  const { event, command, place } = script;
  if (command === undefined) return [];
  if (command.trim() === "") return [problem(place, "command-missing")];
  const timeoutMs = hooksLimits.hookTimeoutSeconds * 1000;
  return [{ hook: { event, command, form: "script", timeoutMs, once: false, source: { ...skill, place } } }];
}

function readEvent(name: string, matchers: readonly HookMatcher[], skill: HookSkill): readonly Part[] {
  const event = toHookEvent(name);
  if (!event) return [problem(`hooks.${name}`, "event-unknown")];
  return matchers.flatMap(({ matcher, hooks }, outer) =>
    hooks.map((command, inner) => {
      const place = `hooks.${name}[${outer}].hooks[${inner}]`;
      return readCommand({ event, matcher, command }, { ...skill, place });
    }),
  );
}

function readCommand(
  written: {
    readonly event: SkillHookEvent;
    readonly matcher: string | undefined;
    readonly command: HookCommand;
  },
  source: HookSource,
): Part {
  const { event, matcher, command } = written;
  // Prompt and agent hooks need a model, HTTP hooks the network; neither is available here.
  if (command.type !== "command") return problem(source.place, "type-unsupported");
  if (!command.command?.trim()) return problem(source.place, "command-missing");
  const { timeout = hooksLimits.hookTimeoutSeconds } = command;
  const seconds = Math.min(Math.max(timeout, 1), hooksLimits.hookTimeoutSecondsMax);
  return {
    hook: {
      event,
      ...compact({ matcher }),
      command: command.command,
      form: "shell",
      timeoutMs: Math.round(seconds * 1000),
      once: command.once ?? false,
      source,
    },
    notes: [
      ...("fault" in readHookMatcher(matcher)
        ? [{ place: source.place, code: "matcher-unreadable" } as const]
        : []),
      ...(seconds === timeout ? [] : [{ place: source.place, code: "timeout-out-of-bounds" } as const]),
    ],
  };
}

const words: Readonly<Record<HookProblemCode, string>> = {
  "shape-unknown": "is not a valid hook",
  "event-unknown": "is not a hook event",
  "type-unsupported": "has an unsupported type; only `command` hooks can run",
  "command-missing": "has no command",
  "too-many-hooks": `are more than ${hooksLimits.hooksPerSkill}`,
  "matcher-unreadable": "has a matcher that is not supported, so it runs on every tool",
  "timeout-out-of-bounds": `has a timeout outside 1 to ${hooksLimits.hookTimeoutSecondsMax} seconds`,
};

/** Describes a problem with a skill's hooks. */
export function formatHookProblem({ place, code }: HookProblem): string {
  return `${printable(place)} ${words[code]}.`;
}

/** The events a session has. Others happen only in an agent's host, so hooks on them would never run. */
export const sessionEvents: ReadonlySet<SkillHookEvent> = new Set([
  "skill-activate",
  "skill-end",
  "pre-tool-use",
  "post-tool-use",
  "stop",
  "session-end",
]);
