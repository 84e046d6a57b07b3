import type { SkillHooks } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import type { SkillHookEvent } from "@skillwright/core/parse";
import { compact, printable } from "@skillwright/core/text";
import type { CallRequest, HookAdvice } from "../admission/admit.ts";
import type { Recorder } from "../admission/recorder.ts";
import { matchHook } from "../hooks/match-hook.ts";
import {
  formatHookProblem,
  type Hook,
  type HookSkill,
  readHooks,
  sessionEvents,
} from "../hooks/read-hooks.ts";

import { type HookPayload, type HookVerdict, runHooks } from "../hooks/run-hooks.ts";

import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Activated, ActiveSkills } from "./active-skills.ts";
import type { SessionSettings } from "./session-options.ts";

/** Hooks of active skills: they run while their skill is active, whether a model or a person started it, and their outcome is recorded. */
export type CallHooks = {
  /** A skill's hooks, or why it cannot be activated with them. */
  read(hooks: SkillHooks | undefined, skill: HookSkill): readonly Hook[] | { readonly problem: string };
  /** Hooks that must pass before a call runs, the outermost skill's first. */
  before(call: CallRequest): readonly Hook[];
  /** The input to continue with, or why not to. */
  run(call: CallRequest, hooks: readonly Hook[]): Promise<HookAdvice>;
  /** Messages of hooks about a finished call. */
  after(call: CallRequest, response: unknown): Promise<string | undefined>;
  /** Why a skill may not start; undefined if it may. */
  begin(activated: Activated): Promise<string | undefined>;
  end(activated: Activated): Promise<void>;
  /** Runs the hooks for an event without a call. */
  tell(event: SkillHookEvent): Promise<HookVerdict>;
};

export type CallHookParts = {
  readonly session: string;
  readonly settings: SessionSettings;
  readonly active: ActiveSkills;
  readonly recorder: Recorder;
  readonly fs: FileSystem;
  readonly sandbox: Sandbox | undefined;
  /** Hooks of skills active around a sub-agent: its calls must pass them too. */
  readonly inherited: readonly Hook[];
};

export function createCallHooks(parts: CallHookParts): CallHooks {
  const { session, settings, active, recorder, fs, sandbox, inherited } = parts;
  const spent = new WeakSet<Hook>();
  const fresh = (hooks: readonly Hook[]): readonly Hook[] => hooks.filter((hook) => !spent.has(hook));
  const run = async (hooks: readonly Hook[], payload: HookPayload): Promise<HookVerdict> => {
    const { workspace, environment } = settings;
    const dependencies = {
      session,
      workspace,
      environment,
      fs,
      starting: ({ event, command, source: { name, digest } }: Hook) =>
        recorder.record({ event: "hook-started", skill: { name, digest }, hook: event, command }),
      ...compact({ sandbox }),
    };
    const verdict = await runHooks(fresh(hooks), payload, dependencies);
    for (const hook of verdict.spent) spent.add(hook);
    for (const one of verdict.runs) await recorder.recordAfter({ event: "hook-finished", ...one });
    return verdict;
  };
  const own = (): readonly Hook[] => active.list().flatMap(({ hooks }) => hooks);
  const all = (): readonly Hook[] => [...inherited, ...own()];
  return {
    read: (hooks, skill) => read(hooks, skill, sandbox),
    before: ({ tool }) => fresh(all()).filter((hook) => matchHook(hook, { event: "pre-tool-use", tool })),
    run: async ({ tool, input }, hooks) => {
      const verdict = await run(hooks, { event: "pre-tool-use", call: { tool, input } });
      const { ask: asks = false, updatedInput = input } = verdict;
      return { input: updatedInput, asks, ...blockedBy(verdict) };
    },
    after: async ({ tool, input }, response) => {
      const verdict = await run(all(), { event: "post-tool-use", call: { tool, input, response } });
      return [blockedBy(verdict).blocked, verdict.additionalContext].filter(Boolean).join("\n") || undefined;
    },
    begin: async ({ hooks }) => blockedBy(await run(hooks, { event: "skill-activate" })).blocked,
    end: async ({ hooks }) => void (await run(hooks, { event: "skill-end" })),
    tell: (event) => run(own(), { event }),
  };
}

/** A skill whose hooks cannot run or be understood is not the skill its author wrote. */
function read(
  written: SkillHooks | undefined,
  skill: HookSkill,
  sandbox: Sandbox | undefined,
): readonly Hook[] | { readonly problem: string } {
  const { hooks, problems } = readHooks(written, skill);
  const [problem] = problems;
  const name = printable(skill.name);
  if (problem !== undefined)
    return { problem: `The skill ${name} has a hook that cannot be used: ${formatHookProblem(problem)}` };
  const mute = hooks.find(({ event }) => !sessionEvents.has(event));
  if (mute !== undefined)
    return {
      problem: `The skill ${name} has a hook on ${mute.event}, an event that sessions do not have, so it would never run.`,
    };
  if (hooks.length > 0 && sandbox === undefined)
    return { problem: `The skill ${name} has hooks, and this agent has no sandbox to run them in.` };
  return hooks;
}

function blockedBy({ outcome, reason = "A hook blocked it." }: HookVerdict): { readonly blocked?: string } {
  return outcome === "blocked" ? { blocked: reason } : {};
}
