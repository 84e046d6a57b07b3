import { findRule } from "./check/rules.ts";
import type { Finding } from "./finding.ts";
import { fillIn } from "./message.ts";
import { printable } from "./text/printable.ts";

// Apart from other messages, since all rules come with it, and every command speaks of errors.

/** A finding as a sentence. */
export function formatFinding(finding: Pick<Finding, "rule" | "message" | "args">): string {
  const template = findRule(finding.rule)?.messages[finding.message];
  // Findings of the skills-ref engine carry their exact message, since it must match to the letter.
  return template === undefined
    ? finding.message.replace(/[^\n\t]+/g, printable)
    : fillIn(template, finding.args);
}
