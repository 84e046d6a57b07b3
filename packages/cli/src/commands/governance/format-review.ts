import type { ApprovalReview, ChangedFile, PrincipalNames } from "@skillwright/core/registry";
import { printable } from "@skillwright/core/text";
import type { Io } from "../../io.ts";
import { verdictWords } from "../../reporters/verdict-words.ts";
import { createStyle } from "../../terminal/style.ts";
import { hangText } from "../../terminal/text-width.ts";
import { unifiedDiff } from "../../terminal/unified-diff.ts";

/** What a reviewer reads: who asks, verdict, permissions, findings, changes. Everything in it is foreign text. */
export function formatReview(review: ApprovalReview, io: Pick<Io, "terminal">): string {
  const { approval, verdict, requested, findings, change, comparedWith, files, undecidable, names } = review;
  const scanned = scanWords(review);
  const style = createStyle(io.terminal.color);
  const look = { width: 14, columns: Math.min(io.terminal.columns, 100) };
  const row = (label: string, text: string): readonly string[] => hangText(label, printable(text), look);
  const listed = (label: string, texts: readonly string[]): readonly string[] =>
    texts.length === 0 ? [] : row(label, texts.join(", "));
  const lines = [
    style.bold(printable(`${approval.name}@${approval.version}`)),
    ...row("digest", approval.digest),
    ...row("published by", nameOf(approval.publisher, names)),
    ...row(
      "asked by",
      `${nameOf(approval.askedBy, names)}, ${approval.askedAt.slice(0, 16).replace("T", " ")}`,
    ),
    ...(approval.reason === "" ? [] : row("reason", approval.reason)),
    ...row("state", approval.state),
    ...verdict.reasons.flatMap(({ rule, reason }) => row(verdict.effect, `${reason} (${rule})`)),
    ...(scanned === undefined ? [] : row("scan", scanned)),
    ...row("tools", requested.tools?.join(" ") ?? "no list: all tools"),
    ...listed("scripts", requested.scripts),
    ...listed("hooks", requested.hooks),
    ...listed("hosts", requested.hosts),
    ...listed("new tools", change.moreTools),
    ...listed("new hooks", change.moreHooks),
    ...listed("new scripts", change.moreScripts),
    ...listed("new hosts", change.moreHosts),
    ...findings.flatMap(({ severity, message, file, line }) => row(severity, `${file}:${line} ${message}`)),
    ...row("compared", comparedWith === undefined ? "nothing was approved before" : `with ${comparedWith}`),
    ...(undecidable === undefined ? [] : row("you", undecidable)),
  ];
  return `${lines.join("\n")}\n${files.map(formatFile).join("")}`;
}

/** `Ann (person:1f)`: ids alone say nothing, and names alone may be anybody's. */
function nameOf(id: string, names: PrincipalNames | undefined): string {
  const name = names?.[id];
  return name === undefined ? id : `${name} (${id})`;
}

/** `! review: prompt-override (1.0.0: pass)` */
function scanWords({ scan, verdictBefore, comparedWith }: ApprovalReview): string | undefined {
  if (scan === undefined) return undefined;
  const before = verdictBefore === undefined ? "" : ` (${comparedWith}: ${verdictBefore})`;
  return verdictWords(scan) + before;
}

function formatFile({ path, change, isScript, before, after }: ChangedFile): string {
  const isHidden = change === "removed" ? before === undefined : after === undefined;
  if (isHidden || (change === "changed" && before === undefined))
    return `${printable(path)}: ${change}, not text or too large to show\n`;
  return `${isScript ? `script ${change}\n` : ""}${unifiedDiff(path, before ?? "", after ?? "")}`;
}
