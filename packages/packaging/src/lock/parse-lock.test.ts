import { SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { packagingLimits } from "../limits.ts";
import { formatBlock, formatLock, type LockedSkill } from "./lock.ts";
import { parseLock } from "./parse-lock.ts";
import { lockedSkill, lockOf } from "./test-lock.ts";

function reasonOf(text: string): unknown {
  try {
    return parseLock(text, "/p/skillwright.lock");
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    expect(error.code).toBe("lock-unreadable");
    return error.details.reason;
  }
}

const full: LockedSkill = {
  ...lockedSkill("pdf-eu"),
  skill: "pdf",
  package: "@acme/office",
  path: "skills/pdf",
  version: "1.2.3",
  publishedAt: "2026-01-02T03:04:05Z",
  signer: "key:abc",
  dependencies: { ocr: "^1.0.0" },
};

describe("a lock", () => {
  test("is written sorted by UTF-8, one block a skill, and ends with a line break", () => {
    const lock = lockOf(lockedSkill("pdf"), full, lockedSkill("10"), lockedSkill("9"));
    const text = formatLock(lock);
    expect([...text.matchAll(/^ {4}"(.*)": \{$/gm)].map(([, name]) => name)).toEqual([
      "10",
      "9",
      "pdf",
      "pdf-eu",
    ]);
    expect(text.endsWith("}\n")).toBe(true);
    expect(formatLock(parseLock(text, "l").lock)).toBe(text);
  });

  test("keeps every field", () => {
    expect(parseLock(formatLock(lockOf(full)), "l")).toEqual({
      lock: lockOf(full),
      conflicts: [],
      isMerged: false,
    });
  });

  test("sorts files by UTF-8, also those with names like numbers", () => {
    const texts = { "10": "a", "9": "b", "\u{1F600}": "c", "\uFF5E": "d", a: "e" };
    const text = formatLock(lockOf(lockedSkill("pdf", { texts })));
    expect([...text.matchAll(/^ {8}"(.*)": "[0-9a-f]{64}"/gm)].map(([, name]) => name)).toEqual([
      "10",
      "9",
      "a",
      "\uFF5E",
      "\u{1F600}",
    ]);
    expect(formatLock(parseLock(text, "l").lock)).toBe(text);
  });

  test("may be empty and may have links", () => {
    expect(parseLock(formatLock(lockOf()), "l").lock).toEqual(lockOf());
    expect(reasonOf(formatLock(lockOf(lockedSkill("a", { files: { "b.md": "link:SKILL.md" } }))))).toContain(
      "digest",
    );
  });
});

describe("what is not a lock is an error, never an empty lock (S3-55)", () => {
  const good = formatLock(lockOf(full));
  test.each<readonly [string, string, string]>([
    ["an empty file", "", "not valid JSON"],
    ["half a file", good.slice(0, 200), "not valid JSON"],
    ["a list", "[]", "expected an object"],
    ["no version", '{"skills":{}}', "at version"],
    ["no skills", '{"version":1}', "at skills"],
    ["a newer version", '{"version":2,"skills":[]}', "its version is 2"],
    ["an unknown field", good.replace('"skill":', '"pinned": "x", "skill":'), 'unknown field "pinned"'],
    [
      "a skill that is unreadable the first time",
      good.replace('"skills": {', '"skills": {"pdf-eu":{},'),
      "at skills.pdf-eu.seal",
    ],
    ["a file twice", good.replace('"files": {', '"files": {"SKILL.md":"x",'), '"SKILL.md" is written twice'],
    ["__proto__", good.replace('"files": {', '"files": {"__proto__":"x",'), "not a usable key"],
    ["an escaped key twice", '{"version":1,"skills":{},"version":1}', '"version" is written twice'],
    ["a name that is a path", good.replace('"pdf-eu"', '"../pdf"'), "at skills.../pdf"],
    ["a name with a folder", good.replace('"pdf-eu"', '"a/b"'), "at skills.a/b"],
    ["a file outside", good.replace('"SKILL.md"', '"../SKILL.md"'), "files.../SKILL.md"],
    ["a folder outside", good.replace('"skills/pdf"', '"/etc"'), "at skills.pdf-eu.path"],
    ["a link that leads out", good.replace(/"SKILL.md": "\w+"/, '"SKILL.md": "link:../x"'), "files.SKILL.md"],
    [
      "another digest",
      good.replace(/sha256:./, "sha256:0").replace(/sha256:0./, "sha256:00"),
      "does not match",
    ],
    ["a source of two lines", good.replace('"acme/pdf-eu"', '"a\\nb"'), "one line of text"],
    ["a time of its own", good.replace("2026-01-02T03:04:05Z", "yesterday"), "ISO 8601"],
  ])("%s", (_, text, reason) => {
    expect(reasonOf(text)).toContain(reason);
  });

  test("a lock that is too long", () => {
    expect(reasonOf(" ".repeat(packagingLimits.lockCharacters + 1))).toContain("characters");
  });
});

describe("conflict markers", () => {
  const first = lockedSkill("a");
  const old = lockedSkill("b", { version: "1.9.0", texts: { "SKILL.md": "old" } });
  const young = lockedSkill("b", { version: "1.10.0", texts: { "SKILL.md": "young" } });

  function conflict(ours: string, theirs: string, base?: string): string {
    const middle = base === undefined ? "" : `||||||| base\n${base}`;
    return `<<<<<<< HEAD\n${ours}${middle}=======\n${theirs}>>>>>>> topic\n`;
  }

  test("around whole files are merged, and the differing skill is reported with what was dropped", () => {
    const text = conflict(formatLock(lockOf(first, old)), formatLock(lockOf(young)));
    expect(parseLock(text, "l")).toEqual({
      lock: lockOf(first, young),
      conflicts: [
        { name: "a", kept: first, dropped: [], kind: "one-sided" },
        { name: "b", kept: young, dropped: [old], kind: "differing" },
      ],
      isMerged: true,
    });
  });

  test("of the diff3 style lose the ancestor, with the conflicts in it", () => {
    const ancestor = `<<<<<<<<< one\nnonsense\n||||||||| two\n=========\nmore\n>>>>>>>>> three\n`;
    const text = conflict(formatLock(lockOf(first)), formatLock(lockOf(young)), ancestor);
    expect(parseLock(text, "l").lock).toEqual(lockOf(first, young));
  });

  test("inside a side that was committed with markers are merged too", () => {
    const inner = conflict(formatLock(lockOf(first)), formatLock(lockOf(old)));
    const text = conflict(inner, formatLock(lockOf(lockedSkill("c"))));
    expect(parseLock(text, "l").lock.skills.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  test("with Windows' line ends are merged", () => {
    const text = conflict(formatLock(lockOf(first)), formatLock(lockOf(young))).replaceAll("\n", "\r\n");
    expect(parseLock(text, "l").lock).toEqual(lockOf(first, young));
  });

  test.each([
    ["an end without a start", `<<<<<<< a\n=======\n>>>>>>> b\n>>>>>>> c\n`],
    ["a start without an end", `${formatLock(lockOf(first))}<<<<<<< a\n`],
    ["no middle", `<<<<<<< a\n{}\n>>>>>>> b\n`],
    ["too many levels", "<<<<<<< a\n".repeat(100_000)],
    ["a side that is not a lock", conflict(formatLock(lockOf(first)), "{}\n")],
    ["an empty side", conflict(formatLock(lockOf(first)), "")],
  ])("that make no sense are an error: %s", (_, text) => {
    expect(reasonOf(text)).toEqual(expect.any(String));
  });

  test("are missing where both sides added a skill in different places: it is merged all the same", () => {
    const again = { ...young, name: "a" };
    const text = formatLock(lockOf(first)).replace(
      '"skills": {',
      `"skills": {\n    "a": ${formatBlock(again)},`,
    );
    const { lock, conflicts, isMerged } = parseLock(text, "l");
    expect(isMerged).toBe(true);
    expect(lock.skills).toEqual([again]);
    expect(conflicts).toEqual([{ name: "a", kept: again, dropped: [first], kind: "differing" }]);
  });

  test("a block whose lines git mixed from both sides is reported", () => {
    const mixed = { ...young, files: { ...young.files, ...lockedSkill("x").files } };
    const text = conflict(formatLock(lockOf(mixed)), formatLock(lockOf(old)));
    expect(parseLock(text, "l").conflicts).toEqual([
      { name: "b", kept: old, dropped: [mixed], kind: "differing" },
    ]);
    expect(parseLock(conflict(formatLock(lockOf(mixed)), formatLock(lockOf(mixed))), "l").conflicts).toEqual([
      { name: "b", kept: mixed, dropped: [], kind: "mixed" },
    ]);
  });

  test("a skill that one side removed and the other changed is reported", () => {
    const text = conflict(formatLock(lockOf(first)), formatLock(lockOf(first, young)));
    expect(parseLock(text, "l").conflicts).toEqual([
      { name: "b", kept: young, dropped: [], kind: "one-sided" },
    ]);
  });

  test("lines that a merge moved from one skill to another are noticed, with markers and without", () => {
    const [one, other] = [formatLock(lockOf(first, old)), formatLock(lockOf(first, young))];
    const text = one.replace("1.9.0", "1.10.0");
    expect(reasonOf(text)).toMatch(/^the seal of b does not match its block; restore the file/);
    expect(parseLock(conflict(text, other), "l").conflicts).toEqual([
      { name: "b", kept: young, dropped: [{ ...old, version: "1.10.0" }], kind: "differing" },
    ]);
  });
});
