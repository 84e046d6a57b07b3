import { limits } from "@skillwright/core";
import type { YamlNode } from "@skillwright/core/parse";
import { countCodePoints } from "@skillwright/core/text";
import type { Complaint } from "../testing/complaints.ts";
import { pathFault, type TextFault } from "../testing/text-faults.ts";

/** What speaks against a name in a report: one line, not too long. */
export const labelFault: TextFault = (text) => {
  const most = limits.scenarioNameCharacters;
  if (text.trim() === "") return "expected text, found nothing";
  if (text.length > most) return `expected at most ${most} characters, found ${countCodePoints(text)}`;
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed()
    ? "expected one line with nothing unprintable"
    : undefined;
};

/** A path, or a pattern for paths, in the folder that the agent works in. */
export const agentPathFault: TextFault = (text) =>
  pathFault(text)?.replace("the skill", "the agent's folder");

/** More entries than are taken. */
export function findExcess(node: YamlNode, place: string, most: number): readonly Complaint[] {
  if (node.kind !== "list" || node.items.length <= most) return [];
  const { items, span } = node;
  return [{ span, message: `${place}: expected at most ${most} entries, found ${items.length}.` }];
}
