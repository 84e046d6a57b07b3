import {
  createPathResolver,
  type Decision,
  decide,
  decideAdvised,
  decideAlias,
  findProtected,
  type PolicyLayer,
  type ToolRequest,
} from "@skillwright/core/policy";
import { compact, printable } from "@skillwright/core/text";
import { overrule } from "../admission/refusal.ts";
import { folderOf } from "./active-skills.ts";
import type { ToolUse } from "./agent-dialect.ts";
import { layersFor } from "./conversation-tools.ts";
import type { FoundSkill, JudgeParts } from "./judge-parts.ts";

/** The decision on one use of a tool. */
export type DecidedUse = {
  readonly use: ToolUse;
  readonly decision: Decision;
  /** What would have been decided if skills' lists were enforced. */
  readonly advised?: ReturnType<typeof decideAdvised>;
};

type Place = { readonly layers: readonly PolicyLayer[]; readonly cwd: string };

export function decideUses(
  uses: readonly ToolUse[],
  { layers, cwd }: Place,
  parts: DecidingParts,
): readonly DecidedUse[] {
  if (uses.length === 0) return [];
  const { fs, home, project, agent } = parts;
  const folder = fs.realPath(cwd) ?? cwd;
  // An agent may change its directory as it goes; relative rules stay with the project.
  const workspace = (project === undefined ? undefined : fs.realPath(project)) ?? folder;
  const place = { workspace, resolvePath: createPathResolver(fs, folder), ...compact({ home }) };
  return uses.map((use) => {
    parts.deadline.check();
    const { tool, input, alias } = use;
    const request = { tool, input, ...place };
    const stopped = alias === undefined ? undefined : decideAlias({ ...request, tool: alias }, layers);
    const applied = layersFor(tool, agent, layers);
    const decision = denyProtected(request, parts) ?? stopped ?? decide(request, applied);
    return { use, decision, ...compact({ advised: decideAdvised(request, applied) }) };
  });
}

type DecidingParts = Pick<
  JudgeParts,
  "agent" | "fs" | "home" | "policy" | "project" | "protectedPlaces" | "deadline"
>;

/** An agent that can change these could lift its own restrictions. */
function denyProtected(
  request: ToolRequest,
  { policy, protectedPlaces }: DecidingParts,
): Decision | undefined {
  const found = policy.protect ? findProtected(protectedPlaces, request) : undefined;
  if (found === undefined) return undefined;
  return unsettled(
    `This changes, or may change, ${printable(found)}, which the guard protects because it could lift the agent's restrictions. Do not try to work around it: tell the user, who can change it or allow this with "protect": false in a policy.`,
  );
}

/** A refusal that no rule explains. */
export function unsettled(detail: string): Decision {
  const none: Decision = { effect: "deny", layer: "default", rule: "none", reason: "unsettled" };
  return overrule(none, "unsettled", detail);
}

/** Skills about to be loaded under one name. */
export type Loading = { readonly name: string; readonly found: readonly FoundSkill[] };

/** Loading skills in terms of rules such as `Skill(deploy-*)`: by the name used and by every name they have. */
export function toLoadingUses({ name, found }: Loading): readonly ToolUse[] {
  const own = name.slice(name.lastIndexOf("/") + 1);
  const names = new Set([own, ...found.flatMap((skill) => [skill.name, folderOf(skill)])]);
  return Array.from(names, (skill) => ({ tool: "Skill", input: { skill } }));
}
