import type { LoadedSkill } from "../discover/load-skill.ts";
import { collectEvidence } from "./collect-evidence.ts";
import type { Evidence, ScannedText, Unread } from "./evidence.ts";

/** Reads evidence for a checker, and keeps what could not be read, which no finding shows. */
export type EvidenceCollector = {
  /** The texts that rules read. */
  readonly textsOf: (skill: LoadedSkill) => readonly ScannedText[];
  readonly collect: (skill: LoadedSkill) => Evidence;
  /** What could not be read in a skill; reads the skill if no rule has done so. */
  readonly unreadOf: (skill: LoadedSkill) => readonly Unread[];
};

export function createEvidenceCollector(): EvidenceCollector {
  // Keeping the evidence of every skill would fill the memory.
  const unread = new WeakMap<LoadedSkill, readonly Unread[]>();
  let last: { readonly skill: LoadedSkill; readonly evidence: Evidence } | undefined;
  const collect = (skill: LoadedSkill): Evidence => {
    const evidence = collectEvidence(skill);
    unread.set(skill, evidence.unread);
    last = { skill, evidence };
    return evidence;
  };
  const textsOf = (skill: LoadedSkill): readonly ScannedText[] =>
    (last?.skill === skill ? last.evidence : collect(skill)).texts;
  const unreadOf = (skill: LoadedSkill): readonly Unread[] => {
    if (skill.parsed.unreadable) return [{ path: "SKILL.md", reason: "unreadable", isUsed: true }];
    return unread.get(skill) ?? collect(skill).unread;
  };
  return { collect, textsOf, unreadOf };
}
