import { readText, type YamlNode } from "@skillwright/core/parse";

import { suggest } from "@skillwright/core/text";
import { valueFaults } from "../scenarios/read-assertions.ts";
import { snippetFault, type TextFault } from "../testing/check-values.ts";
import type { Complaint } from "../testing/read-test-file.ts";
import { assertionTypes } from "../trials/judge-assertion.ts";
import { readStatement } from "../trials/read-statement.ts";
import { formatsLimits } from "./limits.ts";

/** Rejects a statement whose mechanical check could never pass, before any run is paid for. */
export const statementFault: TextFault = (text) => {
  const [, word = ""] = /^([a-z-]+):\s*(?:""|``)?$/.exec(text.trim()) ?? [];
  if (checks.includes(word)) return `expected text after ${word}:, found nothing`;
  const assertion = readStatement(text);
  return assertion ? valueFaults[assertion.type](assertion.value) : snippetFault(text);
};

/** Prefixes of statements that are checked mechanically. */
const checks: readonly string[] = assertionTypes.filter((type) => type !== "custom");

/** Notes statements that almost match a mechanical check. A sentence may contain a colon, so this is not an error. */
export function findNearChecks(list: YamlNode | undefined, place: string): readonly Complaint[] {
  const items = list?.kind === "list" ? list.items.slice(0, formatsLimits.evalAssertions) : [];
  return items.flatMap((item, index) => {
    const [, word = ""] = /^([a-z][a-z_-]*):\s*\S/.exec(readText(item)?.trim() ?? "") ?? [];
    const near = findNear(word);
    if (near === undefined || readStatement(readText(item) ?? "")) return [];
    const message = `${place}[${index}]: this goes to the judge, because it does not start with a known check. Did you mean "${near}: " instead of "${word}:"?`;
    return [{ span: item.span, message }];
  });
}

function findNear(word: string): string | undefined {
  if (word === "") return undefined;
  // Edit distance alone does not connect `matches` with `matches-regex`, and `file` is ambiguous.
  const longer = checks.filter((check) => check.startsWith(`${word}-`));
  return suggest(word, checks) ?? (longer.length === 1 ? longer[0] : undefined);
}
