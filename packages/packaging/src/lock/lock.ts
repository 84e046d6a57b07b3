import { digestLocked } from "@skillwright/core/installed";
import { nodeSha256 } from "@skillwright/core/node";
import { compareUtf8 } from "@skillwright/core/text";

/** What is installed, exactly: `skillwright.lock`. Sorted by name, nothing in it depends on a machine or a moment. */
export type Lock = { readonly version: 1; readonly skills: readonly LockedSkill[] };

export type LockedSkill = {
  /** The name it is installed under: its own, or an alias. */
  readonly name: string;
  /** The name in its SKILL.md, if it is installed under another one. */
  readonly skill?: string;
  /** The package it is part of, if any. */
  readonly package?: string;
  /** Where it came from, as `formatSource` writes it, without a version. */
  readonly source: string;
  /** The folder inside the source. */
  readonly path?: string;
  /** The commit, version or digest it was taken from; see `Release`. */
  readonly resolved: string;
  readonly version?: string;
  readonly publishedAt?: string;
  /** The content digest. */
  readonly digest: string;
  /** Every file with its SHA-256 in hexadecimal, or `link:` and the target. */
  readonly files: Readonly<Record<string, string>>;
  /** Who signed it: `key:…` or an identity. */
  readonly signer?: string;
  /** The skills it needs, by name, with the range of versions. */
  readonly dependencies?: Readonly<Record<string, string>>;
};

export const emptyLock: Lock = { version: 1, skills: [] };

/** Whether the digest of a locked skill is the one of its list of files. */
export function hasOwnDigest({ digest, files }: Pick<LockedSkill, "digest" | "files">): boolean {
  return digestLocked(files, nodeSha256) === digest;
}

/** The text of a lock: the same bytes for the same content. */
export function formatLock({ skills }: Lock): string {
  const blocks = skills
    .toSorted(byName)
    .map((skill) => `    ${JSON.stringify(skill.name)}: ${formatBlock(skill)}`);
  const list = blocks.length === 0 ? "{}" : `{\n${blocks.join(",\n")}\n  }`;
  return `{\n  "$schema": ${JSON.stringify(schemaAddress)},\n  "version": 1,\n  "skills": ${list}\n}\n`;
}

const schemaAddress = "https://unpkg.com/@skillwright/packaging/schemas/lock.schema.json";

/** One skill in the lock's file. */
export function formatBlock(skill: LockedSkill): string {
  return `{\n      "seal": "${sealOf(skill)}",\n${formatFields(skill)}\n    }`;
}

/**
 * A hash of a skill's block with its name. Git merges line by line, and blocks of one source have many lines in common: a block that
 * got a line of another one is noticed by its seal. No two blocks share it, so that a skill which one side removed and the other changed
 * is a conflict, unless git takes the changed block for a new one.
 */
export function sealOf(skill: LockedSkill): string {
  return nodeSha256(Buffer.from(`${skill.name}\n${formatFields(skill)}`)).slice(0, 32);
}

/** Maps are written by hand: an object would move keys that look like numbers to the front. */
function formatFields(skill: LockedSkill): string {
  return fieldOrder
    .flatMap((field) => {
      const value = skill[field];
      if (value === undefined) return [];
      const written = typeof value === "string" ? JSON.stringify(value) : formatMap(value);
      return [`      ${JSON.stringify(field)}: ${written}`];
    })
    .join(",\n");
}

const fieldOrder = [
  "skill",
  "package",
  "source",
  "path",
  "resolved",
  "version",
  "publishedAt",
  "digest",
  "signer",
  "dependencies",
  "files",
] as const satisfies readonly (keyof LockedSkill)[];

function formatMap(map: Readonly<Record<string, string>>): string {
  const lines = Object.keys(map)
    .sort(compareUtf8)
    .map((key) => `        ${JSON.stringify(key)}: ${JSON.stringify(map[key])}`);
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n      }`;
}

/** The order of skills in a lock. */
export function byName(left: LockedSkill, right: LockedSkill): number {
  return compareUtf8(left.name, right.name);
}
