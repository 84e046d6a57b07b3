import type { Finding, Severity } from "@skillwright/core";
import type { CheckSettings } from "@skillwright/core/check";
import type { Verdict } from "@skillwright/core/scan";
import { UsageError } from "../../command.ts";

/** What makes a check fail. */
export type FailOn = {
  readonly finding: (finding: Finding) => boolean;
  readonly verdict: (verdict: Verdict) => boolean;
};

type Context = { readonly command: string; readonly rules: CheckSettings["rules"] };

const severities: readonly string[] = ["info", "warning", "error"] satisfies readonly Severity[];

/**
 * Reads `--fail-on`. A verdict of block always fails, and so do errors. In `scan`, though, security findings count through the verdict
 * unless the configuration made their rule an error.
 */
export function readFailOn(given: string | undefined, { command, rules }: Context): FailOn {
  const isLenient = command === "scan" && (given === undefined || given === "review");
  const isStrict = given === "review";
  const lowest = severities.indexOf(given === undefined || isStrict ? "error" : given);
  if (lowest < 0) throw new UsageError(`--fail-on is one of error, warning, info, review; found '${given}'.`);
  return {
    finding: (finding) =>
      severities.indexOf(finding.severity) >= lowest && !(isLenient && isJudged(finding, rules)),
    verdict: (verdict) => verdict === "block" || (isStrict && verdict !== "pass"),
  };
}

/** Whether the verdict accounts for a finding. */
function isJudged({ rule, category }: Finding, rules: CheckSettings["rules"]): boolean {
  return category === "security" && rules?.[rule]?.severity !== "error";
}
