import type { Rule } from "../check/rule.ts";
import type { Severity } from "../finding.ts";
import type { Profile } from "./profile.ts";

/** The severity of a rule in a profile. */
export function severityIn(
  { severities, otherwise }: Profile,
  { id, severity }: Pick<Rule, "id" | "severity">,
): Severity | "off" {
  return severities[id] ?? otherwise?.[severity] ?? severity;
}
