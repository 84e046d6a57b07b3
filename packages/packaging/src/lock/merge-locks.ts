import { compareUtf8 } from "@skillwright/core/text";
import semver from "semver";
import { formatBlock, hasOwnDigest, type Lock, type LockedSkill } from "./lock.ts";

/** A skill that several locks contain with different content. */
export type LockConflict = {
  readonly name: string;
  readonly kept: LockedSkill;
  readonly dropped: readonly LockedSkill[];
  /** Whether the kept digest is the one of the kept files; if not, git mixed the lines of both sides. */
  readonly isIntact: boolean;
};

export type MergedLock = { readonly lock: Lock; readonly conflicts: readonly LockConflict[] };

/**
 * Every skill of every lock. Where locks differ about a skill, these win, in this order: a digest that matches its files, a signature,
 * the higher version, the later publication, the first text in order. The order of the locks does not matter.
 */
export function mergeLocks(locks: readonly Lock[]): MergedLock {
  const byName = new Map<string, Map<string, LockedSkill>>();
  for (const skill of locks.flatMap(({ skills }) => skills)) {
    const blocks = byName.get(skill.name) ?? new Map();
    byName.set(skill.name, blocks.set(formatBlock(skill), skill));
  }
  const conflicts: LockConflict[] = [];
  const skills: LockedSkill[] = [];
  for (const name of [...byName.keys()].sort(compareUtf8)) {
    const [best, ...others] = rank(byName.get(name) ?? new Map());
    if (best === undefined) continue;
    skills.push(best.skill);
    if (others.length === 0 && best.isIntact) continue;
    const dropped = others.map(({ skill }) => skill);
    conflicts.push({ name, kept: best.skill, dropped, isIntact: best.isIntact });
  }
  return { lock: { version: 1, skills }, conflicts };
}

type Candidate = { readonly text: string; readonly skill: LockedSkill; readonly isIntact: boolean };

function rank(blocks: ReadonlyMap<string, LockedSkill>): readonly Candidate[] {
  return [...blocks]
    .map(([text, skill]): Candidate => ({ text, skill, isIntact: hasOwnDigest(skill) }))
    .sort(
      (left, right) =>
        Number(right.isIntact) - Number(left.isIntact) ||
        Number(right.skill.signer !== undefined) - Number(left.skill.signer !== undefined) ||
        compareVersions(right.skill.version, left.skill.version) ||
        publicationOf(right.skill) - publicationOf(left.skill) ||
        compareUtf8(left.text, right.text),
    );
}

/** A version beats none, and what is not a version counts as none. */
function compareVersions(left: string | undefined, right: string | undefined): number {
  const a = semver.parse(left);
  const b = semver.parse(right);
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return a.compare(b);
}

function publicationOf({ publishedAt }: LockedSkill): number {
  return publishedAt === undefined ? 0 : Date.parse(publishedAt);
}
