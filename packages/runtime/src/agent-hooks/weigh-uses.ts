import {
  createPathResolver,
  type Decision,
  decide,
  mayChange,
  type PolicyLayer,
  type ToolRequest,
} from "@skillwright/core/policy";
import type { ToolUse } from "./agent-dialect.ts";
import { folderOf } from "./change-active.ts";
import type { FoundSkill, JudgeParts } from "./judge-parts.ts";
import { layersFor } from "./tools-beside-lists.ts";

/** The decision on one use of a tool. */
export type WeighedUse = { readonly use: ToolUse; readonly decision: Decision };

type Weighing = { readonly layers: readonly PolicyLayer[]; readonly cwd: string };

export function weighUses(
  uses: readonly ToolUse[],
  { layers, cwd }: Weighing,
  parts: WeighingParts,
): readonly WeighedUse[] {
  if (uses.length === 0) return [];
  const { fs, home, project, agent } = parts;
  const folder = fs.realPath(cwd) ?? cwd;
  // An agent may change its directory as it goes; relative rules stay with the project.
  const workspace = (project === undefined ? undefined : fs.realPath(project)) ?? folder;
  const resolvePath = createPathResolver(fs, folder);
  const place = { workspace, resolvePath, ...(home === undefined ? {} : { home }) };
  return uses.map((use) => {
    const { tool, input } = use;
    const request = { tool, input, ...place };
    const own = layersFor(tool, agent, layers);
    const decision =
      denyOwnFolder(request, parts) ?? denyByAlias(use, request, layers) ?? decide(request, own);
    return { use, decision };
  });
}

type WeighingParts = Pick<JudgeParts, "agent" | "fs" | "home" | "project" | "ownFolder">;

/** An agent that can write there could lift its own restrictions. */
function denyOwnFolder(request: ToolRequest, { fs, ownFolder }: WeighingParts): Decision | undefined {
  if (ownFolder === undefined || !mayChange(fs.realPath(ownFolder) ?? ownFolder, request)) return undefined;
  return unsettled(
    "This path is, or may lead to, the folder where Skillwright keeps its policy, log and state. Agents must not change it: tell the user.",
  );
}

/** Applies deny and ask rules to a tool's other name. */
function denyByAlias(
  { alias }: ToolUse,
  request: ToolRequest,
  layers: readonly PolicyLayer[],
): Decision | undefined {
  if (alias === undefined) return undefined;
  const stopping = layers.map(({ kind, name, deny = [], ask = [] }) => ({ kind, name, deny, ask }));
  const passing: PolicyLayer = { kind: "default", name: "default", otherwise: "allow" };
  const decision = decide({ ...request, tool: alias }, [...stopping, passing]);
  return decision.effect === "allow" ? undefined : decision;
}

/** A refusal that no rule explains. */
export function unsettled(detail: string): Decision {
  return { effect: "deny", layer: "default", rule: "none", reason: "unsettled", detail };
}

/** The first denied use, otherwise the first that needs approval. */
export function findStrict(weighed: readonly WeighedUse[]): WeighedUse | undefined {
  const find = (effect: Decision["effect"]): WeighedUse | undefined =>
    weighed.find(({ decision }) => decision.effect === effect);
  return find("deny") ?? find("ask");
}

/** Skills about to be loaded under one name. */
export type Loading = { readonly name: string; readonly found: readonly FoundSkill[] };

/** Loading skills in terms of rules such as `Skill(deploy-*)`: by the name used and by every name they have. */
export function toLoadingUses({ name, found }: Loading): readonly ToolUse[] {
  const own = name.slice(name.lastIndexOf("/") + 1);
  const names = new Set([own, ...found.flatMap((skill) => [skill.name, folderOf(skill)])]);
  return Array.from(names, (skill) => ({ tool: "Skill", input: { skill } }));
}
