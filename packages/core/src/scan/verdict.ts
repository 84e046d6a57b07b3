import type { Finding, Level } from "../finding.ts";
import type { Unread } from "./evidence.ts";

/**
 * `block`: do not use it. `review`: a person should look at the reasons first. `partial`: no reason found, but something
 * could not be read. `pass`: everything was read and nothing was found, which does not prove that it is harmless.
 */
export type Verdict = "block" | "review" | "partial" | "pass";

export type Judgment = { readonly verdict: Verdict; readonly reasons: readonly Finding[] };

/** How many findings a verdict quotes. */
const quoted = 3;

export function judge(findings: readonly Finding[], unread: readonly Unread[]): Judgment {
  const of = (level: Level): readonly Finding[] => findings.filter((finding) => finding.level === level);
  const critical = of("critical");
  const high = of("high");
  const grave = [...critical, ...high];
  const reasons = oneOfEachRule([...grave, ...of("medium")]).slice(0, quoted);
  if (critical.length > 0 || new Set(high.map(({ rule }) => rule)).size > 1)
    return { verdict: "block", reasons };
  if (reasons.length > 0) return { verdict: "review", reasons };
  return { verdict: unread.length > 0 ? "partial" : "pass", reasons };
}

function oneOfEachRule(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule }) => !seen.has(rule) && seen.add(rule));
}
