import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { formatBlock, formatLock, hasOwnDigest, type Lock, type LockedSkill } from "./lock.ts";
import { mergeLocks } from "./merge-locks.ts";
import { parseLock, type ReadLock } from "./parse-lock.ts";
import { lockedSkill } from "./test-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "skillwright-merge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = ["a", "b", "c", "d", "e"];
const skill = (name: string): fc.Arbitrary<LockedSkill> =>
  fc
    .record({
      version: fc.constantFrom("1.0.0", "1.9.0", "1.10.0", "2.0.0-beta.1", undefined),
      publishedAt: fc.constantFrom("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", undefined),
      signer: fc.constantFrom("key:a", undefined),
      texts: fc.dictionary(
        fc.constantFrom("SKILL.md", "a.md", "b.md", "c.md", "d.md"),
        fc.constantFrom("1", "2", "3"),
      ),
    })
    .map(({ texts, ...fields }) =>
      lockedSkill(name, { texts: { ...texts, LICENSE: name }, ...JSON.parse(JSON.stringify(fields)) }),
    );
const locks: fc.Arbitrary<Lock> = fc
  .tuple(...names.map((name) => fc.option(skill(name), { nil: undefined })))
  .map((skills) => ({ version: 1, skills: skills.filter((one) => one !== undefined) }));

type Branches = Record<"base" | "ours" | "theirs", Lock>;

/** A lock and two that people made from it: skills added and changed, and with `mayRemove` also removed. */
function branches({ mayRemove }: { readonly mayRemove: boolean }): fc.Arbitrary<Branches> {
  const touched = fc.array(fc.constantFrom(...names));
  return fc.tuple(locks, locks, locks, touched, touched).map(([base, one, other, mine, yours]) => {
    const change = (from: Lock, changed: readonly string[]): Lock => ({
      version: 1,
      skills: names.flatMap((name) => {
        const before = base.skills.filter((skill) => skill.name === name);
        const after = from.skills.filter((skill) => skill.name === name);
        return changed.includes(name) && (mayRemove || after.length > 0) ? after : before;
      }),
    });
    return { base, ours: change(one, mine), theirs: change(other, yours) };
  });
}

test("merged locks contain every skill of both sides, whichever side is named first", () => {
  fc.assert(
    fc.property(branches({ mayRemove: true }), ({ ours, theirs }) => {
      const { lock, conflicts } = mergeLocks([ours, theirs]);
      expect(mergeLocks([theirs, ours])).toEqual({ lock, conflicts });
      expect(parseLock(formatLock(lock), "l").lock).toEqual(lock);
      const all = [...ours.skills, ...theirs.skills];
      expect(new Set(lock.skills.map(({ name }) => name))).toEqual(new Set(all.map(({ name }) => name)));
      for (const one of lock.skills) {
        const versions = all.filter(({ name }) => name === one.name);
        expect(versions).toContainEqual(one);
        const differs = versions.some((other) => formatBlock(other) !== formatBlock(one));
        expect(conflicts.some(({ name }) => name === one.name)).toBe(differs);
      }
    }),
    { numRuns: 1000 },
  );
});

/** What git makes of two changed files. */
function gitMerge(style: string, { base, ours, theirs }: Branches): string {
  const paths = { ours: join(folder, "ours"), base: join(folder, "base"), theirs: join(folder, "theirs") };
  writeFileSync(paths.ours, formatLock(ours));
  writeFileSync(paths.base, formatLock(base));
  writeFileSync(paths.theirs, formatLock(theirs));
  const command = ["merge-file", "-p", style, paths.ours, paths.base, paths.theirs];
  return spawnSync("git", command, { encoding: "utf8" }).stdout;
}

const styles = fc.constantFrom("--diff3", "--no-diff3", "--zdiff3");

test("what git makes of two locks with new and changed skills has every skill of both, in either order", () => {
  let conflicting = 0;
  fc.assert(
    fc.property(branches({ mayRemove: false }), styles, (three, style) => {
      const { base, ours, theirs } = three;
      const read = parseLock(gitMerge(style, three), "l");
      if (read.isMerged) conflicting++;
      const swapped = parseLock(gitMerge(style, { base, ours: theirs, theirs: ours }), "l");
      expect(formatLock(swapped.lock)).toBe(formatLock(read.lock));
      const all = [...ours.skills, ...theirs.skills].map(({ name }) => name);
      expect(new Set(read.lock.skills.map(({ name }) => name))).toEqual(new Set(all));
      expectHonest(read);
    }),
    { numRuns: 150 },
  );
  expect(conflicting).toBeGreaterThan(20);
});

test("where one side removed skills, git may mix their lines with others: refused or reported, never believed", () => {
  fc.assert(
    fc.property(branches({ mayRemove: true }), styles, (three, style) => {
      const text = gitMerge(style, three);
      try {
        expectHonest(parseLock(text, "l"));
      } catch (error) {
        if (!(error instanceof SkillError)) throw error;
        expect(error.code).toBe("lock-unreadable");
      }
    }),
    { numRuns: 150 },
  );
});

/** Every digest is the one of its files, except where the merge says otherwise. */
function expectHonest({ lock, conflicts }: ReadLock): void {
  for (const { name } of lock.skills.filter((skill) => !hasOwnDigest(skill)))
    expect(conflicts).toContainEqual(expect.objectContaining({ name, isIntact: false }));
}
