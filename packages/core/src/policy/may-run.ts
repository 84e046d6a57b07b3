import type { ToolPattern } from "../parse/tool-list.ts";
import type { Match } from "./match.ts";
import { compileToolName, matchToolName, readToolName, type ToolName } from "./match-tool.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { programTools } from "./program-tools.ts";
import { isSkillTool } from "./skill-tools.ts";

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
