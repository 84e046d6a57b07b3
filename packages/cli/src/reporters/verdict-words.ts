import type { Finding, Level } from "@skillwright/core";
import type { ReviewedScan } from "@skillwright/core/check";
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

/** `✗ block: exfiltration, prompt-override`. */
export function verdictWords({ verdict, reasons, unread }: ReviewedScan): string {
  const why = reasonsInShort(reasons, unread);
  return `${verdictMarks[verdict]} ${verdict}${why === "" ? "" : `: ${why}`}`;
}

/** Why a skill has its verdict, in a few words: the rules of its reasons, or what is unread. */
export function reasonsInShort(rules: readonly string[], unread: readonly Unread[]): string {
  if (rules.length > 0) return rules.join(", ");
  if (unread.length === 0) return "";
  const [first] = unread;
  const more = unread.length > 1 ? ` and ${unread.length - 1} more` : "";
  return first === undefined ? "" : `${first.path} (${unreadWords[first.reason]})${more} not read`;
}

export function rulesOf(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule }) => rule);
}
