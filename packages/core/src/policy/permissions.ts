import type { ToolPattern } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import type { Match } from "./match-name.ts";
import { compileToolName, matchToolName, readToolName, type ToolName } from "./match-tool.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { programTools } from "./read-program-parts.ts";
import { changing } from "./rule.ts";
import { isSkillTool } from "./skill-tools.ts";
import { canonicalTool } from "./tool-names.ts";
import type { ToolRequest } from "./tool-request.ts";

/**
 * Whether an action that an admitted call implies may happen. A rule that asks is not satisfied by it, but asking by default is,
 * since the call itself may have been asked about.
 */
export function allowsImplied({ effect, reason }: Decision): boolean {
  return effect === "allow" || (effect === "ask" && reason === "by-default");
}

/** The layers of organization, project, user and host, without those of skills. */
export function withoutSkills(layers: readonly PolicyLayer[]): readonly PolicyLayer[] {
  return layers.filter(({ kind }) => kind !== "skill");
}

/**
 * Whether a program may get a folder to write to: no layer other than skills' denies the folder or any file that may be in it. A
 * program cannot be watched, so one forbidden file excludes the whole folder.
 */
export function mayWriteBelow(folder: string, request: ToolRequest, layers: readonly PolicyLayer[]): boolean {
  const parties = withoutSkills(layers);
  const itself = decide({ ...request, tool: "Write", input: { path: folder } }, parties);
  if (!allowsImplied(itself)) return false;
  const below = decide({ ...request, tool: "Grep", input: { path: folder } }, parties.map(toSearchRules));
  return below.effect === "allow";
}

/** Rules on files rewritten for a search, the one kind of call that means everything in a folder. */
function toSearchRules({ kind, name, deny = [], ask = [], only }: PolicyLayer): PolicyLayer {
  return {
    kind,
    name,
    deny: [...deny, ...ask].flatMap(toSearchRule),
    ...(only === undefined ? {} : { only: only.flatMap(toSearchRule) }),
    otherwise: "allow",
  };
}

function toSearchRule(rule: ToolPattern): readonly ToolPattern[] {
  return changing.has(canonicalTool(rule.tool)?.toLowerCase() ?? "") ? [{ ...rule, tool: "Grep" }] : [];
}

/**
 * Whether a skill's or agent kind's list leaves no room for other skills' programs. A skill may run its own scripts; another skill's
 * are programs like any other.
 */
export function excludesPrograms({ kind, only, deny = [] }: PolicyLayer): boolean {
  if (kind !== "skill") return false;
  return (only !== undefined && !only.some(isEveryProgram)) || deny.some(isEveryProgram);
}

/** A pattern on commands says nothing about what a script does. */
function isEveryProgram({ tool, pattern }: ToolPattern): boolean {
  return pattern === undefined && (canonicalTool(tool) === "Bash" || tool === "skills_run_script");
}

/** Whether a skill may be used at all; a denied one need not be offered. */
export function mayUseSkill(name: string, layers: readonly PolicyLayer[]): boolean {
  const request = { tool: "Skill", input: { skill: name }, workspace: "/", resolvePath: () => undefined };
  return decide(request, layers).effect !== "deny";
}

/** Whether any call of a tool could pass; if not, models need not see it. Says nothing about a specific call. */
export function mayRun(tool: string, layers: readonly PolicyLayer[]): boolean {
  const name = readToolName(tool);
  const names = programTools.has(name.name) ? [name, shell] : [name];
  return layers.every(({ deny = [], only }) => {
    if (deny.some((rule) => rule.pattern === undefined && names.some((one) => match(rule, one) !== "no")))
      return false;
    return only === undefined || isSkillTool(tool) || only.some((rule) => match(rule, name) === "yes");
  });
}

/** A denied shell also denies other tools that start programs. */
const shell = readToolName("Bash");

function match({ tool }: ToolPattern, name: ToolName): Match {
  return matchToolName(compileToolName(tool), name);
}
