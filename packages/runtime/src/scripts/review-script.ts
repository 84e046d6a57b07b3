import {
  createPathResolver,
  type Decision,
  decide,
  mayWriteBelow,
  type PolicyLayer,
} from "@skillwright/core/policy";
import { runScriptDefinition } from "../tools/skills/definitions.ts";
import { planScript, type ScriptPlace, type ScriptPlan, type ScriptTask } from "./plan-script.ts";

export type ReviewPlace = Omit<ScriptPlace, "mayWriteBelow"> & {
  /** Layers of organisation, project and user. */
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
    ...(home === undefined ? {} : { home }),
  };
  const plan = planScript(task, {
    ...place,
    mayWriteBelow: (folder) => mayWriteBelow(folder, request, layers),
  });
  return { plan, decision: decide(request, layers) };
}
