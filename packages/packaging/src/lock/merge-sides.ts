import { compareUtf8 } from "@skillwright/core/text";
import semver from "semver";
import { formatBlock, type Lock, type LockedSkill } from "./lock.ts";

/** A skill in the text of a lock, and whether its seal and digest match its block. */
export type ReadBlock = { readonly skill: LockedSkill; readonly isIntact: boolean };

/** A skill about which the sides of a merge do not agree. */
export type LockConflict = {
  readonly name: string;
  readonly kept: LockedSkill;
  readonly dropped: readonly LockedSkill[];
  /**
   * - `mixed`: git mixed lines of several blocks, and no side has it whole.
   * - `differing`: the sides have it, but not equally. Fetch and check it again before it is used.
   * - `one-sided`: a side does not have it. It may be new on the other one, or removed on one and changed on the other.
   */
  readonly kind: "mixed" | "differing" | "one-sided";
};

export type MergedLock = { readonly lock: Lock; readonly conflicts: readonly LockConflict[] };

/**
 * Every skill of every side. Where sides differ about a skill, these win, in this order: a block that matches its seal, a signature,
 * the higher version, the later publication, the first text in order. The order of the sides does not matter.
 */
export function mergeSides(sides: readonly (readonly ReadBlock[])[]): MergedLock {
  const candidates = new Map<string, Candidates>();
  for (const side of sides) {
    const found = Map.groupBy(side, ({ skill }) => skill.name);
    for (const [name, blocks] of found) {
      const known = candidates.get(name) ?? { blocks: new Map(), sides: 0 };
      for (const block of blocks) known.blocks.set(`${block.isIntact} ${formatBlock(block.skill)}`, block);
      candidates.set(name, { ...known, sides: known.sides + 1 });
    }
  }
  const conflicts: LockConflict[] = [];
  const skills: LockedSkill[] = [];
  for (const name of [...candidates.keys()].sort(compareUtf8)) {
    const { blocks = new Map(), sides: count = 0 } = candidates.get(name) ?? {};
    const [best, ...others] = rank(blocks);
    if (best === undefined) continue;
    skills.push(best.skill);
    const kind = kindOf({ best, isDiffering: others.length > 0, isOneSided: count < sides.length });
    const dropped = others.map(({ skill }) => skill);
    if (kind !== undefined) conflicts.push({ name, kept: best.skill, dropped, kind });
  }
  return { lock: { version: 1, skills }, conflicts };
}

type Candidates = {
  readonly blocks: Map<string, ReadBlock>;
  /** The number of sides that have the skill. */
  readonly sides: number;
};

type Agreement = { readonly best: ReadBlock; readonly isDiffering: boolean; readonly isOneSided: boolean };

function kindOf({ best, isDiffering, isOneSided }: Agreement): LockConflict["kind"] | undefined {
  if (!best.isIntact) return "mixed";
  if (isDiffering) return "differing";
  return isOneSided ? "one-sided" : undefined;
}

function rank(blocks: ReadonlyMap<string, ReadBlock>): readonly ReadBlock[] {
  return [...blocks]
    .sort(
      ([leftText, left], [rightText, right]) =>
        Number(right.isIntact) - Number(left.isIntact) ||
        Number(right.skill.signer !== undefined) - Number(left.skill.signer !== undefined) ||
        compareVersions(right.skill.version, left.skill.version) ||
        publicationOf(right.skill) - publicationOf(left.skill) ||
        compareUtf8(leftText, rightText),
    )
    .map(([, block]) => block);
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
