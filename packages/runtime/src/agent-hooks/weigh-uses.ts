import { createPathResolver, type Decision, decide, type PolicyLayer } from "@skillwright/core";
import type { ToolUse } from "./agent-dialect.ts";
import { folderOf } from "./change-active.ts";
import type { FoundSkill, JudgeParts } from "./judge-parts.ts";

/** What was decided about one use of a tool. */
export type WeighedUse = { readonly use: ToolUse; readonly decision: Decision };

type Weighing = { readonly layers: readonly PolicyLayer[]; readonly cwd: string };

export function weighUses(
  uses: readonly ToolUse[],
  { layers, cwd }: Weighing,
  { fs, home }: Pick<JudgeParts, "fs" | "home">,
): readonly WeighedUse[] {
  const workspace = fs.realPath(cwd) ?? cwd;
  const place = { workspace, ...(home === undefined ? {} : { home }) };
  return uses.map((use) => {
    const request = { ...use, ...place, resolvePath: createPathResolver(fs, workspace) };
    return { use, decision: decide(request, layers) };
  });
}

/** The first that is denied, else the first that somebody must be asked about. */
export function findStrict(weighed: readonly WeighedUse[]): WeighedUse | undefined {
  const find = (effect: Decision["effect"]): WeighedUse | undefined =>
    weighed.find(({ decision }) => decision.effect === effect);
  return find("deny") ?? find("ask");
}

/** Skills that are about to be loaded under one name. */
export type Loading = { readonly name: string; readonly found: readonly FoundSkill[] };

/** The loading of skills as rules speak of it, `Skill(deploy-*)`: by the name that was used and by all that they have. */
export function toLoadingUses({ name, found }: Loading): readonly ToolUse[] {
  const own = name.slice(name.lastIndexOf("/") + 1);
  const names = new Set([own, ...found.flatMap((skill) => [skill.name, folderOf(skill)])]);
  return Array.from(names, (skill) => ({ tool: "Skill", input: { skill } }));
}
