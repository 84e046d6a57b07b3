import { SkillError } from "../error.ts";
import { compareUtf8 } from "../text/utf8.ts";
import type { Sha256 } from "./sha256.ts";

/** A file with the hash of its bytes, or a link with its target. Paths are relative to the skill, with `/`. */
export type DigestEntry = DigestFile | DigestLink;
type DigestFile = { readonly path: string; readonly hash: string };
type DigestLink = { readonly path: string; readonly linksTo: string };

/**
 * The content digest of a skill, `sha256:` and 64 hexadecimal digits, computed from the list of its files.
 *
 * It is the SHA-256 of this UTF-8 text, in which every part ends with a NUL, which no path can contain:
 *
 *     skillwright-digest-1
 *     then for each entry, ordered by the UTF-8 bytes of its path:
 *       path, "file", SHA-256 of the file's bytes in lower-case hexadecimal
 *       path, "link", path of the link's final target, `.` for the skill itself
 *
 * It covers every file and link below the skill's folder, whatever its name: anything left out could change unnoticed.
 * The only exception is a top-level `.git`, so nothing in there may be read or run as part of the skill. Paths that
 * differ only in case or Unicode normalization are different paths. Empty folders, times, owners and executable bits
 * are not covered, since archives and some systems lose them.
 *
 * `directory` is the skill's folder, used in error messages.
 */
export function digestFiles(entries: readonly DigestEntry[], sha256: Sha256, directory?: string): string {
  const covered = entries.filter(({ path }) => isCovered(path)).sort(byPath);
  const fault = findBadPath(covered) ?? findBadLink(covered);
  if (fault) {
    const path = directory === undefined ? fault.path : `${directory}/${fault.path}`;
    throw new SkillError("skill-invalid", { path, reason: fault.reason });
  }
  let text = "skillwright-digest-1\0";
  for (const entry of covered) {
    text +=
      "hash" in entry ? `${entry.path}\0file\0${entry.hash}\0` : `${entry.path}\0link\0${entry.linksTo}\0`;
  }
  return `sha256:${sha256(encoder.encode(text))}`;
}

const encoder = new TextEncoder();

/** Whether the digest of a skill covers a path inside it. */
export function isCovered(path: string): boolean {
  return path !== ".git" && !path.startsWith(".git/");
}

function byPath(left: DigestEntry, right: DigestEntry): number {
  return compareUtf8(left.path, right.path);
}

type Fault = { readonly path: string; readonly reason: string };

/** Each path must be plain and unique, or it could hide another file. */
function findBadPath(sorted: readonly DigestEntry[]): Fault | undefined {
  let previous: string | undefined;
  for (const { path } of sorted) {
    if (!isPlainPath(path)) return { path, reason: "it is not a plain path inside a skill" };
    if (path === previous) return { path, reason: "it is listed twice" };
    previous = path;
  }
  return undefined;
}

function isPlainPath(path: string): boolean {
  if (!path.isWellFormed() || path.includes("\0")) return false;
  return !/(?:^|\/)\.{0,2}(?:\/|$)/.test(path);
}

/** A link's target must be covered too, or its content could change unnoticed. */
function findBadLink(sorted: readonly DigestEntry[]): Fault | undefined {
  const links = sorted.filter((entry) => "linksTo" in entry);
  if (links.length === 0) return undefined;
  const places = new Set(["."]);
  for (const entry of sorted) if ("hash" in entry) addPlaces(places, entry.path);
  const bad = links.find(({ linksTo }) => !places.has(linksTo));
  return bad && { path: bad.path, reason: badLink };
}

/** The reason given for an unusable link. */
export const badLink = "it is a link whose target is not a file or folder of the skill";

/** Adds a path and its parent folders; stops at the first known one, since its parents are known too. */
function addPlaces(places: Set<string>, path: string): void {
  let place = path;
  while (place !== "" && !places.has(place)) {
    places.add(place);
    place = place.slice(0, Math.max(0, place.lastIndexOf("/")));
  }
}

/** Whether a digest covers a file with these bytes. */
export function hasFileOf(entries: readonly DigestEntry[], hash: string): boolean {
  return entries.some((entry) => "hash" in entry && entry.hash === hash);
}
