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
 * Whether two concerns stand in one file, or one of them in SKILL.md, which all others belong to. Large skills have two doubtful
 * sentences in two of a hundred references.
 */
function hasTwoInOnePlace(findings: readonly Finding[]): boolean {
  const places = new Map<string, Finding[]>();
  for (const finding of findings) places.set(finding.file, [...(places.get(finding.file) ?? []), finding]);
  const inSkill = [...places].flatMap(([file, found]) => (/(?:^|\/)skill\.md$/i.test(file) ? found : []));
  return [...places.values()].some((found) => concernsOf([...found, ...inSkill]) > 1);
}

/** How many concerns findings are: rules that say the same of one action count once. */
function concernsOf(findings: readonly Finding[]): number {
  const installations = findings.filter(({ rule }) => installs.has(rule));
  const rules = new Set(findings.map(({ rule }) => partOf.get(rule) ?? rule));
  // A lure and the download that it leads to are one fact where they stand on the same lines, whatever else the rules find.
  if (installations.length > 1 && installations.every((one) => overlaps(one, installations[0] ?? one)))
    return new Set([...rules].map((rule) => (installs.has(rule) ? "installation" : rule))).size;
  return rules.size;
}

function overlaps(a: Finding, b: Finding): boolean {
  return (
    a.file === b.file && a.range.start.line <= b.range.end.line && b.range.start.line <= a.range.end.line
  );
}

const installs: ReadonlySet<string> = new Set(["lure", "download-and-run", "paste-or-raw-ip-download"]);

/** Rules that say the same of one action, and those that find ordinary administration, twice of which is still administration. */
const partOf: ReadonlyMap<string, string> = new Map([
  ["beyond-description", "data-exfiltration"],
  ["persistence", "administration"],
  ["privilege", "administration"],
]);

function oneOfEachRule(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule }) => !seen.has(rule) && seen.add(rule));
}
