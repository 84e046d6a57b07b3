import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import { z } from "zod";
import { packagingLimits } from "../limits.ts";
import { pathFault } from "../tree/path-fault.ts";
import { readConflictSides } from "./conflict-sides.ts";
import { describeIssue, newerFormat } from "./format-fault.ts";
import { membersAt, readJsonText } from "./json-text.ts";
import { byName, hasOwnDigest, type Lock, type LockedSkill, sealOf } from "./lock.ts";
import { type LockConflict, mergeSides, type ReadBlock } from "./merge-sides.ts";

const line = z.string().regex(/^[^\0-\x1f\x7f]{1,4096}$/, { error: "expected one line of text" });
const path = z.string().refine((text) => pathFault(text) === undefined, {
  error: "expected a relative path that every system can write",
});
const segment = path.refine((text) => !text.includes("/"), { error: "expected a name, not a path" });
const fileHash = z.union([
  z.string().regex(/^[0-9a-f]{64}$/),
  z.string().refine((text) => text === "link:." || (text.startsWith("link:") && !pathFault(text.slice(5)))),
]);

const block = z.strictObject({
  seal: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe("Hash of this block with its name, by which a merge that mixed two of them is noticed."),
  skill: segment.optional().describe("Name in its SKILL.md, if it is installed under another one."),
  package: line.optional().describe("Package it is part of."),
  source: line.describe("Where it came from, without a version."),
  path: path.optional().describe("Folder inside the source."),
  resolved: line.describe("Commit, version or digest it was taken from."),
  version: line.optional().describe("Semantic version."),
  publishedAt: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/, {
      error: "expected a time in ISO 8601",
    })
    .optional()
    .describe("When this version was published."),
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/)
    .describe("Digest over the list of files."),
  signer: line.optional().describe("Who signed it."),
  dependencies: z
    .record(line, line)
    .optional()
    .describe("Skills it needs, by name, with the range of versions."),
  files: z
    .record(path, fileHash)
    .describe("Every file with its SHA-256 in hexadecimal, or `link:` and its target."),
});

const lockFile = z
  .strictObject({
    $schema: z.string().optional().describe("Address of this schema, for editors."),
    version: z.literal(1).describe("Version of this format."),
    skills: z.record(segment, block).describe("The installed skills by the name they are installed under."),
  })
  .describe("What is installed, exactly. Written by Skillwright; do not edit.");
/** The shape of `skillwright.lock`. */
export const LockSchema: z.ZodType = lockFile;

export type ReadLock = {
  readonly lock: Lock;
  /** The skills about which the sides of a merge do not agree. */
  readonly conflicts: readonly LockConflict[];
  /** Whether the text had conflict markers. */
  readonly isMerged: boolean;
};

/** Reads a lock. Conflict markers of git are merged; anything else that is not a lock is an error, never an empty lock. */
export function parseLock(text: string, path: string): ReadLock {
  if (text.length > packagingLimits.lockCharacters)
    throw unreadable(path, `it has more than ${packagingLimits.lockCharacters} characters`);
  const sides = readConflictSides(text);
  if ("fault" in sides) throw unreadable(path, sides.fault);
  const { texts = [text] } = sides;
  const read = texts.map((side) => readBlocks(side, path));
  const blocks = read.flat();
  const names = new Set(blocks.map(({ skill }) => skill.name));
  // Git also leaves a skill twice without a conflict, if both sides added it in different places.
  if (sides.texts !== undefined || names.size < blocks.length) return { ...mergeSides(read), isMerged: true };
  const wrong = blocks.find(({ isIntact }) => !isIntact)?.skill;
  if (wrong !== undefined) {
    const what = hasOwnDigest(wrong) ? "seal" : "digest";
    throw unreadable(
      path,
      `the ${what} of ${wrong.name} does not match its ${what === "seal" ? "block" : "files"}${restore}`,
    );
  }
  const skills = blocks.map(({ skill }) => skill).sort(byName);
  return { lock: { version: 1, skills }, conflicts: [], isMerged: false };
}

/** The skills in a text, one of them perhaps several times. */
function readBlocks(text: string, path: string): readonly ReadBlock[] {
  const json = readJsonText(text, 2);
  if ("fault" in json) throw unreadable(path, json.fault + restore);
  const newer = newerFormat(json.value);
  if (newer !== undefined) throw unreadable(path, newer);
  const result = lockFile.safeParse(json.value);
  if (!result.success) throw unreadable(path, describeIssue(result.error));
  const skills = membersAt(text, text.indexOf("{")).find(({ key }) => key === "skills");
  const members = skills === undefined ? [] : membersAt(text, skills.value.start);
  if (members.length === Object.keys(result.data.skills).length)
    return Object.entries(result.data.skills).map(([name, skill]) => toBlock(name, skill));
  return members.map(({ key, value }) => {
    const one = block.safeParse(JSON.parse(text.slice(value.start, value.end)));
    if (!one.success) throw unreadable(path, describeIssue(one.error, ["skills", key]));
    return toBlock(key, one.data);
  });
}

function toBlock(name: string, { seal, ...fields }: z.infer<typeof block>): ReadBlock {
  const skill = { name, ...compact<Omit<LockedSkill, "name">>(fields) };
  return { skill, isIntact: seal === sealOf(skill) && hasOwnDigest(skill) };
}

const restore = "; restore the file, or delete it and run `skillwright add`";

function unreadable(path: string, reason: string): SkillError {
  return new SkillError("lock-unreadable", { path, reason });
}
