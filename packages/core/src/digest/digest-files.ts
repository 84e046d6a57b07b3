import { SkillError } from "../error.ts";
import type { Sha256 } from "./sha256.ts";

/** A file by the hash of its bytes, or a link by the path it leads to. Paths are relative to the skill, with `/`. */
export type DigestEntry = DigestFile | DigestLink;
type DigestFile = { readonly path: string; readonly hash: string };
type DigestLink = { readonly path: string; readonly linksTo: string };

/**
 * The content digest of a skill, `sha256:` and 64 hexadecimal digits, from its files wherever they are kept.
 *
 * It is the SHA-256 of this UTF-8 text, in which every part ends with a NUL, a character no path can hold:
 *
 *     skillwright-digest-1
 *     then for each entry, ordered by the UTF-8 bytes of its path:
 *       path, "file", SHA-256 of the file's bytes in lower-case hexadecimal
 *       path, "link", path of the file or folder the link leads to at last, `.` for the skill itself
 *
 * Covered is every file and link below the skill's folder, whatever it is called: one that were left out could change
 * unnoticed. Only `.git` at the top is left out, so nothing in there may be read or run as a part of the skill. Paths
 * are taken as they are spelt: two that differ only in case or Unicode normalisation are two. Not covered are empty
 * folders, times, owners and executable bits, which archives and some systems lose.
 *
 * `directory` is the skill's, for errors to name.
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

/** Whether the digest of a skill speaks for a path inside it. */
export function isCovered(path: string): boolean {
  return path !== ".git" && !path.startsWith(".git/");
}

function byPath(left: DigestEntry, right: DigestEntry): number {
  return compareUtf8(left.path, right.path);
}

/** The order of the UTF-8 bytes, which is that of the code points; JavaScript's own goes by UTF-16 units. */
function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above all that a single unit can name. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

type Fault = { readonly path: string; readonly reason: string };

/** One path must be one place: what reads differently than it is written, or comes twice, could hide another file. */
function findBadPath(sorted: readonly DigestEntry[]): Fault | undefined {
  let previous: string | undefined;
  for (const { path } of sorted) {
    if (!isPlainPath(path)) return { path, reason: "it is no plain path inside a skill" };
    if (path === previous) return { path, reason: "it is there twice" };
    previous = path;
  }
  return undefined;
}

function isPlainPath(path: string): boolean {
  if (!path.isWellFormed() || path.includes("\0")) return false;
  return !/(?:^|\/)\.{0,2}(?:\/|$)/.test(path);
}

/** A link says where content is; unless the digest covers that place too, the content could change unnoticed. */
function findBadLink(sorted: readonly DigestEntry[]): Fault | undefined {
  const links = sorted.filter((entry) => "linksTo" in entry);
  if (links.length === 0) return undefined;
  const places = new Set(["."]);
  for (const entry of sorted) if ("hash" in entry) addPlaces(places, entry.path);
  const bad = links.find(({ linksTo }) => !places.has(linksTo));
  return bad && { path: bad.path, reason: badLink };
}

/** Why a link makes a skill unusable. */
export const badLink = "it is a link that leads to no file or folder of the skill";

/** A path and the folders above it; stops at the first that is known, since those above it are known too. */
function addPlaces(places: Set<string>, path: string): void {
  let place = path;
  while (place !== "" && !places.has(place)) {
    places.add(place);
    place = place.slice(0, Math.max(0, place.lastIndexOf("/")));
  }
}

/** Whether a file with these very bytes is among what a digest covers. */
export function hasFileOf(entries: readonly DigestEntry[], hash: string): boolean {
  return entries.some((entry) => "hash" in entry && entry.hash === hash);
}
