import { compileToolName, matchToolName, readToolName } from "./match-tool.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { isSkillTool } from "./skill-tools.ts";

/** Whether some call of a tool could pass: what need not be shown to a model at all. Says nothing about any one call. */
export function mayRun(tool: string, layers: readonly PolicyLayer[]): boolean {
  const name = readToolName(tool);
  const means = (text: string): "yes" | "no" | "unknown" => matchToolName(compileToolName(text), name);
  return layers.every(({ deny = [], only }) => {
    if (deny.some((rule) => rule.pattern === undefined && means(rule.tool) !== "no")) return false;
    return only === undefined || isSkillTool(tool) || only.some((rule) => means(rule.tool) === "yes");
  });
}
