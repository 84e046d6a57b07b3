import { attempt } from "../fs/file-error.ts";
import type { DirectoryEntry, FileKind, FileSystem } from "../fs/file-system.ts";
import { baseName, joinPath, partsBelow } from "../path/path.ts";
import { compileIgnorePattern, type IgnorePattern } from "./ignore-pattern.ts";
import { discoverLimits } from "./limits.ts";

/** The rules of one .gitignore or .skillignore, in file order. */
export type IgnoreRules = readonly IgnoreRule[];

type IgnoreRule = {
  readonly isNegated: boolean;
  readonly foldersOnly: boolean;
  readonly matches: IgnorePattern;
};

/** Rules and the folder they apply to; `folder` and the paths tested must share one base. */
export type IgnoreLayer = { readonly folder: string; readonly rules: IgnoreRules };

/** Reads the text of an ignore file. A line that is not a valid pattern ignores nothing. */
export function readIgnoreRules(text: string): IgnoreRules {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  return lines.filter(isPattern).slice(0, discoverLimits.ignorePatterns).flatMap(readRule);
}

/**
 * Whether a path or one of its parent folders is ignored; layers go from the outermost folder to the innermost.
 * As in git, nothing inside an ignored folder can be re-included.
 */
export function isIgnored(layers: readonly IgnoreLayer[], path: string, kind: FileKind): boolean {
  if (layers.length === 0) return false;
  for (let slash = path.indexOf("/", 1); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    if (isIgnoredItself(layers, path.slice(0, slash), "directory")) return true;
  }
  return isIgnoredItself(layers, path, kind);
}

/** The same for a path whose parent folders are known not to be ignored, as during a walk. */
export function isIgnoredItself(layers: readonly IgnoreLayer[], path: string, kind: FileKind): boolean {
  const name = baseName(path);
  if (kind !== "directory" && neverIgnored.has(name)) return false;
  for (const { folder, rules } of layers.toReversed()) {
    const parts = partsBelow(folder, path);
    if (parts.length === 0) continue;
    const last = rules.findLast((rule) => (kind === "directory" || !rule.foldersOnly) && rule.matches(parts));
    if (last) return !last.isNegated;
  }
  return false;
}

/** The layers added by a folder's own ignore files, given its entries. */
export function readIgnoreLayers(
  fs: FileSystem,
  folder: string,
  entries: readonly DirectoryEntry[],
): readonly IgnoreLayer[] {
  return ignoreFiles
    .filter((name) => entries.some((entry) => entry.name === name && entry.kind === "file"))
    .map((name) => ({ folder, rules: readIgnoreRules(readStart(fs, joinPath(folder, name))) }));
}

/** The later one wins. */
const ignoreFiles = [".gitignore", ".skillignore"];

/** A skill without its SKILL.md is no longer a skill, and one without its .skillignore would have other files. */
const neverIgnored: ReadonlySet<string> = new Set(["SKILL.md", "skill.md", ".skillignore"]);

function isPattern(line: string): boolean {
  return line.trim() !== "" && !line.startsWith("#");
}

function readRule(line: string): readonly IgnoreRule[] {
  const text = trimEnd(line);
  const isNegated = text.startsWith("!");
  const pattern = isNegated ? text.slice(1) : text;
  const foldersOnly = pattern.endsWith("/");
  const matches = compileIgnorePattern(foldersOnly ? pattern.slice(0, -1) : pattern);
  return matches === undefined ? [] : [{ isNegated, foldersOnly, matches }];
}

/** Drops the carriage return and trailing spaces, except a space after a `\`. */
function trimEnd(line: string): string {
  let end = line.endsWith("\r") ? line.length - 1 : line.length;
  while (line[end - 1] === " " && line[end - 2] !== "\\") end--;
  return line.slice(0, end);
}

const decoder = new TextDecoder();

/** The whole lines within the size limit; empty when the file is gone or forbidden. */
function readStart(fs: FileSystem, file: string): string {
  const found = attempt(() => fs.read(file, discoverLimits.ignoreFileBytes));
  if (found === undefined) return "";
  const text = decoder.decode(found.bytes);
  return found.bytes.length < found.size ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
}
