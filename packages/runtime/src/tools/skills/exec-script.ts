import { tmpdir } from "node:os";
import {
  createPathResolver,
  type Decision,
  decide,
  mayWriteBelow,
  type PolicyLayer,
  readDeclaredLimits,
  skillLayer,
} from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import { systemClock } from "../../clock.ts";
import { planScript, type ScriptPlace, type ScriptPlan, type ScriptTask } from "../../scripts/plan-script.ts";
import { runScript, type ScriptHost, type ScriptRequest, type ScriptRun } from "../../scripts/run-script.ts";
import type { Guarded, Session } from "../../session/session.ts";
import { readInput } from "../parameters.ts";
import { type RunScriptInput, runScriptDefinition } from "./definitions.ts";
import { toScriptArguments } from "./run-script-tool.ts";

export type ExecRequest = Omit<ScriptRequest, "asked"> & { readonly signal?: AbortSignal };

export type ExecHost = Omit<ScriptHost, "session" | "nextOutput"> & {
  readonly session: Session;
  /** Output folder of the script; if absent, a new one that the caller owns. */
  readonly output?: string;
};

/**
 * Runs a script of an active skill for a host that wants streamed output: the same plan behind the same guard as
 * `skills_run_script`, with the same policies, hooks, approvals and log.
 */
export function execScript(request: ExecRequest, host: ExecHost): Promise<Guarded<ScriptRun>> {
  const { name, script, args, signal } = request;
  const { output = `${tmpdir()}/skillwright-${systemClock.createId()}`, session } = host;
  return session.guard(
    runScriptDefinition.name,
    { name, script, args },
    (admitted, call) => {
      // Use the admitted input: a hook may have changed it.
      const { input } = readInput<RunScriptInput>(runScriptDefinition.parameters, admitted);
      const words = toScriptArguments(input.args ?? []);
      const wanted = { ...request, name: input.name, script: input.script, args: words };
      return runScript({ ...wanted, asked: { name, script, args } }, call, {
        ...host,
        nextOutput: () => output,
      });
    },
    signal === undefined ? {} : { signal },
  );
}

export type ReviewPlace = Omit<ScriptPlace, "mayWriteBelow"> & {
  /** Layers of organization, project and user. */
  readonly layers: readonly PolicyLayer[];
  /** The user's home, links resolved. */
  readonly home?: string;
};

export type ScriptReview = { readonly plan: ScriptPlan; readonly decision: Decision };

/** How a script would run, and whether it may; starts, creates and records nothing. */
export function reviewScript(task: ScriptTask, place: ReviewPlace): ScriptReview {
  const { fs, workspace, layers, home } = place;
  const { entry, script, args } = task;
  const request = {
    tool: runScriptDefinition.name,
    input: { name: entry.skill.id, script, args },
    workspace,
    resolvePath: createPathResolver(fs, workspace),
    ...compact({ home }),
  };
  const plan = planScript(task, {
    ...place,
    mayWriteBelow: (folder) => mayWriteBelow(folder, request, layers),
  });
  const own = skillLayer({ name: entry.name, declared: readDeclaredLimits(entry.manifest.security) });
  return { plan, decision: decide(request, [...layers, own]) };
}
