import { formatError, SkillError } from "@skillwright/core";
import { hookEventName, type SkillHookEvent } from "@skillwright/core/parse";
import { canonicalTool } from "@skillwright/core/policy";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { matchHook } from "./match-hook.ts";
import type { Hook } from "./read-hooks.ts";
import { type HookResult, type HookRun, type HookSettings, runHook } from "./run-hook.ts";

/** What happened, or is about to. */
export type HookPayload = {
  readonly event: SkillHookEvent;
  /** The call a tool hook is about; `response` only afterwards. */
  readonly call?: { readonly tool: string; readonly input: unknown; readonly response?: unknown };
  /** Further fields of the event, under Claude Code's names: `prompt`, `source`, `reason`. */
  readonly details?: JsonObject;
};

export type HookDependencies = Omit<HookSettings, "sandbox"> & {
  /** Without one, hooks cannot run, so everything they guard is blocked. */
  readonly sandbox?: Sandbox;
  /** Called right before each hook; if it throws, the hook does not run and blocks. */
  readonly starting: (hook: Hook) => Promise<void>;
};

export type HookVerdict = {
  readonly outcome: "passed" | "blocked";
  /** Only with `blocked`: printable, for people and models. */
  readonly reason?: string;
  /** A hook wants a person to approve. */
  readonly ask?: boolean;
  /** The tool's input as changed by hooks; not decided on yet. */
  readonly updatedInput?: unknown;
  readonly additionalContext?: string;
  /** One for each hook that ran, for the audit log. */
  readonly runs: readonly HookRun[];
  /** `once` hooks that have passed. */
  readonly spent: readonly Hook[];
};

/** Events too late to block: every hook runs, whatever another one says. */
const afterwards: ReadonlySet<SkillHookEvent> = new Set([
  "skill-end",
  "post-tool-use",
  "session-start",
  "session-end",
  "stop",
  "sub-agent-end",
  "notification",
]);

/**
 * Runs the hooks for an event in order. They can only make things stricter: the first that blocks wins, and a changed
 * input is passed to the next hook and then back to the caller, who decides again.
 */
export async function runHooks(
  hooks: readonly Hook[],
  payload: HookPayload,
  dependencies: HookDependencies,
): Promise<HookVerdict> {
  const { event, call } = payload;
  const { sandbox } = dependencies;
  const concerned = hooks.filter((hook) => matchHook(hook, { event, ...(call ? { tool: call.tool } : {}) }));
  if (concerned.length === 0) return passed;
  if (!sandbox) return { ...passed, outcome: "blocked", reason: noSandbox };
  let verdict = passed;
  for (const hook of concerned) {
    const stdin = describe(hook, payload, { ...dependencies, ...verdict });
    if (stdin === undefined) return { ...verdict, outcome: "blocked", reason: notJson };
    const trouble = await tryStarting(hook, dependencies);
    if (trouble !== undefined) return { ...verdict, outcome: "blocked", reason: trouble };
    verdict = add(verdict, hook, await runHook(hook, stdin, { ...dependencies, sandbox }));
    if (verdict.outcome === "blocked" && !afterwards.has(event)) return verdict;
  }
  return verdict;
}

/** A hook that cannot be recorded does not run. */
async function tryStarting(hook: Hook, { starting }: HookDependencies): Promise<string | undefined> {
  try {
    await starting(hook);
    return undefined;
  } catch (error) {
    if (error instanceof SkillError) return formatError(error);
    throw error;
  }
}

const passed: HookVerdict = { outcome: "passed", runs: [], spent: [] };
const noSandbox = "An active skill has hooks, and there is no sandbox to run them in.";
const notJson = "A hook guards this call, and the call cannot be serialized as JSON for it.";

/** A hook's standard input in Claude Code's form; undefined if it cannot be serialized. */
function describe(
  hook: Hook,
  { event, call, details }: HookPayload,
  { session, workspace, updatedInput }: HookDependencies & Pick<HookVerdict, "updatedInput">,
): string | undefined {
  const about = call && {
    // Hooks are written for Claude Code's tool names; the name the agent used is passed along.
    tool_name: canonicalTool(call.tool) ?? call.tool,
    tool_called: call.tool,
    tool_input: withClaudePath(updatedInput ?? call.input),
    ...("response" in call ? { tool_response: call.response } : {}),
  };
  try {
    const facts = { session_id: session, cwd: workspace, hook_event_name: hookEventName(event) };
    // On one line, for scripts that read lines.
    return `${JSON.stringify({ ...details, ...facts, skill: hook.source.name, ...about })}\n`;
  } catch (error) {
    // A cycle or a bigint in the input or response of a host's tool.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Hooks written for Claude Code look for `file_path`; one that finds nothing there might let the call pass. */
function withClaudePath(input: unknown): unknown {
  if (!isJsonObject(input) || typeof input.path !== "string" || "file_path" in input) return input;
  return { ...input, file_path: input.path };
}

function add(verdict: HookVerdict, hook: Hook, { run, answer }: HookResult): HookVerdict {
  const { block, ...said } = answer;
  const context = [verdict.additionalContext, said.additionalContext].filter((text) => text !== undefined);
  const reasons = [verdict.reason, block].filter((text) => text !== undefined);
  return {
    ...verdict,
    ...said,
    ...(context.length > 0 ? { additionalContext: context.join("\n") } : {}),
    ...(reasons.length > 0 ? { outcome: "blocked", reason: reasons.join("\n") } : {}),
    runs: [...verdict.runs, run],
    spent: hook.once && run.outcome === "passed" ? [...verdict.spent, hook] : verdict.spent,
  };
}
