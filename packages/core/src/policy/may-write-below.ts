import type { ToolPattern } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import type { PolicyLayer } from "./policy-layer.ts";
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
  return changing.has(canonicalTool(rule.tool) ?? "") ? [{ ...rule, tool: "Grep" }] : [];
}

const changing: ReadonlySet<string> = new Set([
  "Write",
  "Edit",
  "MultiEdit",
  "NotebookEdit",
  "DeleteFile",
  "MoveFile",
  "CreateDirectory",
]);

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
