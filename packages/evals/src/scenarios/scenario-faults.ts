import type { YamlNode } from "@skillwright/core/parse";
import { countCodePoints } from "@skillwright/core/text";
import type { Complaint } from "../testing/complaints.ts";
import { pathFault, type TextFault } from "../testing/text-faults.ts";
import { scenariosLimits } from "./limits.ts";

/** A name in a report must be one short line. */
export const labelFault: TextFault = (text) => {
  const most = scenariosLimits.scenarioNameCharacters;
  if (text.trim() === "") return "expected text, found nothing";
  if (text.length > most) return `expected at most ${most} characters, found ${countCodePoints(text)}`;
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed()
    ? "expected one line without unprintable characters"
    : undefined;
};

/** A path or pattern in the agent's folder. */
export const agentPathFault: TextFault = (text) =>
  pathFault(text)?.replace("the skill", "the agent's folder");

export function findExcess(node: YamlNode, place: string, most: number): readonly Complaint[] {
  if (node.kind !== "list" || node.items.length <= most) return [];
  const { items, span } = node;
  return [{ span, message: `${place}: expected at most ${most} entries, found ${items.length}.` }];
}
