import type { ToolPattern } from "@skillwright/core/parse";
import { canonicalTool, decide, type PolicyLayer, type ToolRequest } from "@skillwright/core/policy";
import { isOpenDecision } from "./is-open-decision.ts";

/**
 * Whether a program may get a folder to write to: no layer other than skills' denies the folder or any file that may be
 * in it. A program cannot be watched, so one forbidden file excludes the whole folder.
 */
export function mayWriteBelow(folder: string, request: ToolRequest, layers: readonly PolicyLayer[]): boolean {
  const parties = layers.filter(({ kind }) => kind !== "skill");
  const itself = decide({ ...request, tool: "Write", input: { path: folder } }, parties);
  if (!isOpenDecision(itself)) return false;
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
