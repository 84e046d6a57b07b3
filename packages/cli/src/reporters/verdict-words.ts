import type { Finding, Level } from "@skillwright/core";
import type { Unread, Verdict } from "@skillwright/core/scan";

/** Most dangerous first. */
export const verdictNames: readonly Verdict[] = ["block", "review", "partial", "pass"];

export const verdictMarks: Readonly<Record<Verdict, string>> = {
  block: "✗",
  review: "!",
  partial: "?",
  pass: "✓",
};

/** Most dangerous first. */
export const levelNames: readonly Level[] = ["critical", "high", "medium", "low"];

/** A rule that states no level for a message is as dangerous as it is severe. */
export function levelOf({ level, severity }: Pick<Finding, "level" | "severity">): Level {
  return level ?? ({ error: "high", warning: "medium", info: "low" } as const)[severity];
}

export const unreadWords: Readonly<Record<Unread["reason"], string>> = {
  "too-large": "too large",
  "too-many": "too many files",
  encrypted: "encrypted",
  binary: "binary",
  damaged: "damaged",
  budget: "beyond the scan's budget",
  folder: "folder that is not searched",
  unreadable: "cannot be read",
};

/** Why a skill has its verdict, in a few words: the rules of its reasons, or what is unread. */
export function reasonsInShort(reasons: readonly Finding[], unread: readonly Unread[]): string {
  if (reasons.length > 0) return reasons.map(({ rule }) => rule).join(", ");
  if (unread.length === 0) return "";
  const [first] = unread;
  const more = unread.length > 1 ? ` and ${unread.length - 1} more` : "";
  return first === undefined ? "" : `${first.path} (${unreadWords[first.reason]})${more} not read`;
}
