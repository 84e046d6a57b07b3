import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { formatBlock, formatLock, hasOwnDigest, type Lock, type LockedSkill } from "./lock.ts";
import { mergeSides, type ReadBlock } from "./merge-sides.ts";
import { parseLock, type ReadLock } from "./parse-lock.ts";
import { lockedSkill } from "./test-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "skillwright-merge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = ["a", "b", "c", "d", "e"];
const skill = (name: string): fc.Arbitrary<LockedSkill> =>
  fc
    .record({
      // Skills of one repository share lines, which git may take for one another.
      source: fc.constantFrom("github:acme/skills", `acme/${name}`),
      resolved: fc.constantFrom("1f2e3d4c", "99aa88bb"),
      version: fc.constantFrom("1.0.0", "1.9.0", "1.10.0", "2.0.0-beta.1", undefined),
      publishedAt: fc.constantFrom("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", undefined),
      signer: fc.constantFrom("key:a", undefined),
      texts: fc.dictionary(
        fc.constantFrom("SKILL.md", "a.md", "b.md", "c.md", "d.md"),
        fc.constantFrom("1", "2", "3"),
      ),
    })
    .map(({ texts, ...fields }) =>
      lockedSkill(name, { texts: { ...texts, LICENSE: "one" }, ...JSON.parse(JSON.stringify(fields)) }),
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

test("merged sides contain every skill of both, whichever is named first, and report what differs", () => {
  const blocksOf = ({ skills }: Lock): readonly ReadBlock[] =>
    skills.map((skill) => ({ skill, isIntact: true }));
  fc.assert(
    fc.property(branches({ mayRemove: true }), ({ ours, theirs }) => {
      const { lock, conflicts } = mergeSides([blocksOf(ours), blocksOf(theirs)]);
      expect(mergeSides([blocksOf(theirs), blocksOf(ours)])).toEqual({ lock, conflicts });
      expect(parseLock(formatLock(lock), "l").lock).toEqual(lock);
      const all = [...ours.skills, ...theirs.skills];
      expect(new Set(lock.skills.map(({ name }) => name))).toEqual(new Set(all.map(({ name }) => name)));
      for (const one of lock.skills) {
        const versions = all.filter(({ name }) => name === one.name);
        expect(versions).toContainEqual(one);
        const differs = versions.some((other) => formatBlock(other) !== formatBlock(one));
        const agreed = versions.length === 1 ? "one-sided" : undefined;
        expect(conflicts.find(({ name }) => name === one.name)?.kind).toBe(differs ? "differing" : agreed);
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

test("what git makes of removed and changed skills loses none, mixes none and takes none without a word", () => {
  let reported = 0;
  fc.assert(
    fc.property(branches({ mayRemove: true }), styles, (three, style) => {
      const text = gitMerge(style, three);
      const read = attemptLock(text);
      if (read === undefined) return;
      expectHonest(read);
      for (const name of names) {
        if (read.conflicts.some((conflict) => conflict.name === name)) {
          reported++;
          continue;
        }
        const [base, ours, theirs, merged] = [three.base, three.ours, three.theirs, read.lock].map((lock) =>
          blockIn(lock, name),
        );
        const expected = ours === theirs || theirs === base ? ours : theirs;
        const isClear = ours === theirs || theirs === base || ours === base;
        // Git takes one of several alike skills for another, so it may keep a removed one without a conflict.
        if (!isClear || merged !== expected)
          expect(withoutConflicts(text)).toContain(merged?.split("\n")[1] ?? "nothing");
      }
    }),
    { numRuns: 150 },
  );
  expect(reported).toBeGreaterThan(15);
});

function attemptLock(text: string): ReadLock | undefined {
  try {
    return parseLock(text, "l");
  } catch (error) {
    if (error instanceof SkillError && error.code === "lock-unreadable") return undefined;
    throw error;
  }
}

function blockIn({ skills }: Lock, searched: string): string | undefined {
  return skills.filter(({ name }) => name === searched).map(formatBlock)[0];
}

/** What git could merge by itself. */
function withoutConflicts(text: string): string {
  return text.replaceAll(/^<{7}[\s\S]*?^>{7}.*\n/gm, "<conflict>\n");
}

/** Every digest is the one of its files, except where the merge says otherwise. */
function expectHonest({ lock, conflicts }: ReadLock): void {
  for (const { name } of lock.skills.filter((skill) => !hasOwnDigest(skill)))
    expect(conflicts).toContainEqual(expect.objectContaining({ name, kind: "mixed" }));
}
