import type { Verdict } from "../scan/verdict.ts";

/** What one policy says about installing skills; the section `install` of a policy file. */
export type InstallRules = {
  minimumReleaseAgeHours?: number | undefined;
  releaseAgeExclude?: string[] | undefined;
  trustDowngrade?: "refuse" | "allow" | undefined;
  allowedSources?: string[] | undefined;
  blockedSources?: string[] | undefined;
  blockedDigests?: string[] | undefined;
  requireSignature?: boolean | undefined;
  trustedKeys?: string[] | undefined;
  trustedIdentities?: string[] | undefined;
  /** A path; once read from a file, relative to that file no longer. */
  trustRoot?: string | undefined;
  exoticDependencies?: "refuse" | "allow" | undefined;
  /** `all`: skills that no lock lists are refused. */
  verifyAtActivation?: boolean | "all" | undefined;
  /** The worst verdict of a scan that is allowed, at installation and at activation. */
  maxVerdict?: Verdict | undefined;
};

/** Which skills policies want verified when they are loaded: none, those that a lock lists, or all, so that others are refused. */
export function verifiedAtActivation(rules: readonly InstallRules[]): "none" | "locked" | "all" {
  const asked = rules.map(({ verifyAtActivation }) => verifyAtActivation);
  if (asked.includes("all")) return "all";
  return asked.includes(true) ? "locked" : "none";
}

/** Verdicts from the best to the worst. */
export const verdictOrder: readonly ["pass", "partial", "review", "block"] = [
  "pass",
  "partial",
  "review",
  "block",
];

/** The worst verdict that all policies allow; undefined if none says anything about it. */
export function maxVerdictOf(rules: readonly Pick<InstallRules, "maxVerdict">[]): Verdict | undefined {
  const stated = rules.flatMap(({ maxVerdict }) => maxVerdict ?? []);
  return verdictOrder.find((verdict) => stated.includes(verdict));
}

export function isWorse(verdict: Verdict, than: Verdict): boolean {
  return verdictOrder.indexOf(verdict) > verdictOrder.indexOf(than);
}

/** Whether policies want skills looked at each time they are loaded. */
export function checksAtActivation(rules: readonly InstallRules[]): boolean {
  return verifiedAtActivation(rules) !== "none" || maxVerdictOf(rules) !== undefined;
}
