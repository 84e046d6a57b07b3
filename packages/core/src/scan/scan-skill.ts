import { createChecker } from "../check/check-skill.ts";
import type { ScanMemory } from "../check/scan-memory.ts";
import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Finding } from "../finding.ts";
import { findProfile } from "../profiles/profiles.ts";
import { createEvidenceCollector } from "./collector.ts";
import type { Unread } from "./evidence.ts";
import { judge, type Verdict } from "./verdict.ts";

export type Scan = {
  readonly verdict: Verdict;
  /** The two or three findings that decide, most dangerous first. */
  readonly reasons: readonly Finding[];
  /** Of the security rules. */
  readonly findings: readonly Finding[];
  readonly unread: readonly Unread[];
};

export type Scanner = (skill: LoadedSkill) => Scan;

/** Scans skills: what they contain and would do, and whether a person should look before they are used. */
export function createScanner({ memory }: { readonly memory?: ScanMemory | undefined } = {}): Scanner {
  const { collect, unreadOf } = createEvidenceCollector();
  const check = createChecker({
    profile: findProfile("standard"),
    categories: ["security"],
    collectEvidence: collect,
    memory,
  });
  return (skill) => {
    const findings = check(skill);
    const unread = memory?.recall(skill)?.unread ?? unreadOf(skill);
    return { ...judge(findings, unread), findings, unread };
  };
}
