import {
  canonicalTool,
  decide,
  type PolicyLayer,
  type ToolPattern,
  type ToolRequest,
} from "@skillwright/core";
import { isOpenDecision } from "./is-open-decision.ts";

/**
 * Whether a program may be given a folder to write to: nobody but skills says anything against it, neither of the folder nor
 * of any file that may lie in it. A program is not watched, so one forbidden file keeps the whole folder from it.
 */
export function mayWriteBelow(folder: string, request: ToolRequest, layers: readonly PolicyLayer[]): boolean {
  const parties = layers.filter(({ kind }) => kind !== "skill");
  const itself = decide({ ...request, tool: "Write", input: { path: folder } }, parties);
  if (!isOpenDecision(itself)) return false;
  const below = decide({ ...request, tool: "Grep", input: { path: folder } }, parties.map(toSearchRules));
  return below.effect === "allow";
}

/** Rules on single files as if they spoke of a search, the one kind of call that means all that lies in a folder. */
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
