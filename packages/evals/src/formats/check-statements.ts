import type { YamlNode } from "@skillwright/core/parse";
import { readText } from "@skillwright/core/parse";
import { suggest } from "@skillwright/core/text";
import { valueFaults } from "../scenarios/value-faults.ts";
import type { Complaint } from "../testing/complaints.ts";
import { snippetFault, type TextFault } from "../testing/text-faults.ts";
import { assertionTypes } from "../trials/assertion.ts";
import { readStatement } from "../trials/read-statement.ts";
import { formatsLimits } from "./limits.ts";

/** What speaks against a statement. One that a program checks and that can never hold would only come out after all runs are paid. */
export const statementFault: TextFault = (text) => {
  const [, word = ""] = /^([a-z-]+):\s*(?:""|``)?$/.exec(text.trim()) ?? [];
  if (checks.includes(word)) return `expected text after ${word}:, found nothing`;
  const assertion = readStatement(text);
  return assertion ? valueFaults[assertion.type](assertion.value) : snippetFault(text);
};

/** Beginnings that a program checks. */
const checks: readonly string[] = assertionTypes.filter((type) => type !== "custom");

/** Statements that begin nearly like one that a program checks. A sentence may have a colon, so that this is no mistake. */
export function findNearChecks(list: YamlNode | undefined, place: string): readonly Complaint[] {
  const items = list?.kind === "list" ? list.items.slice(0, formatsLimits.evalAssertions) : [];
  return items.flatMap((item, index) => {
    const [, word = ""] = /^([a-z][a-z_-]*):\s*\S/.exec(readText(item)?.trim() ?? "") ?? [];
    const near = findNear(word);
    if (near === undefined || readStatement(readText(item) ?? "")) return [];
    const message = `${place}[${index}]: a judge will read this, as it does not begin like a check. Did you mean "${near}: " instead of "${word}:"?`;
    return [{ span: item.span, message }];
  });
}

function findNear(word: string): string | undefined {
  if (word === "") return undefined;
  // `matches` is far from `matches-regex` by its letters, and `file` could be two.
  const longer = checks.filter((check) => check.startsWith(`${word}-`));
  return suggest(word, checks) ?? (longer.length === 1 ? longer[0] : undefined);
}
