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
  if (critical.length > 0 || hasTwoInOnePlace(high)) return { verdict: "block", reasons };
  if (reasons.length > 0) return { verdict: "review", reasons };
  return { verdict: unread.length > 0 ? "partial" : "pass", reasons };
}

/**
 * Whether findings of two rules stand in one file, or one of them in SKILL.md, which all others belong to. Large skills have two doubtful
 * sentences in two of a hundred references.
 */
function hasTwoInOnePlace(findings: readonly Finding[]): boolean {
  const rules = new Map<string, Set<string>>();
  for (const { file, rule } of findings)
    rules.set(file, (rules.get(file) ?? new Set()).add(partOf.get(rule) ?? rule));
  const inSkill = [...rules].flatMap(([file, names]) => (/(?:^|\/)skill\.md$/i.test(file) ? [...names] : []));
  return [...rules.values()].some((names) => new Set([...names, ...inSkill]).size > 1);
}

/** Rules that say the same of one action. */
const partOf: ReadonlyMap<string, string> = new Map([["beyond-description", "data-exfiltration"]]);

function oneOfEachRule(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule }) => !seen.has(rule) && seen.add(rule));
}
