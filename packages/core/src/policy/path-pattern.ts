import { compileGlob } from "../text/glob.ts";

/** A path pattern as in .gitignore, compiled: a folder without wildcards, and the rest below it. */
export type PathPattern = {
  readonly from: "workspace" | "home" | "disk";
  /** The parts before the first wildcard; `..` only at the beginning. */
  readonly base: string;
  readonly rest: RestPattern;
  /** The last meaningful part, folded: `secrets` of `secrets/**`; empty if there is none. */
  readonly name: string;
  /** Whether a folded path ends in the whole pattern. */
  readonly fitsEnd: (folded: string) => boolean;
};

/** The part of a pattern after its base. Paths are relative to the base, empty for the base itself. */
type RestPattern = {
  /** The path certainly matches. */
  readonly covers: (path: string) => boolean;
  /** Everything below the path certainly matches. */
  readonly coversBelow: (path: string) => boolean;
  /** For folded paths: it might match. */
  readonly mightCover: (path: string) => boolean;
};

/** Undefined for an unclear pattern. */
export function compilePathPattern(pattern: string): PathPattern | undefined {
  const text = pattern.trim();
  const from = startOf(text);
  if (from === undefined || /[\0-\x1f\x7f-\x9f\\[\]{}$!]/.test(text)) return undefined;
  const parts = readParts(text, from);
  if (parts === undefined) return undefined;
  const wildcard = parts.findIndex(hasWildcard);
  const literal = wildcard === -1 ? parts.length : wildcard;
  return {
    from,
    base: parts.slice(0, literal).join("/"),
    rest: compileRest(parts.slice(literal)),
    name: foldPath(parts.findLast((part) => !/^\*+$/.test(part)) ?? ""),
    fitsEnd: compileFolded(["**", ...parts.filter((part) => part !== "..")]),
  };
}

function startOf(text: string): PathPattern["from"] | undefined {
  if (text === "" || /^~[^/]|^file:|^[a-z]:/i.test(text)) return undefined;
  if (text.startsWith("~")) return "home";
  return text.startsWith("/") ? "disk" : "workspace";
}

/** The parts of a pattern below its start; undefined if `..` follows a wildcard, which could be anywhere. */
function readParts(text: string, from: PathPattern["from"]): readonly string[] | undefined {
  const parts: string[] = [];
  for (const part of text.split("/").slice(from === "home" ? 1 : 0)) {
    if (part === "" || part === ".") continue;
    const last = parts.at(-1);
    if (part !== ".." || last === undefined || last === "..") parts.push(part);
    else if (hasWildcard(last)) return undefined;
    else parts.pop();
  }
  if (text.endsWith("/")) parts.push("**");
  // A name without a slash matches at any depth.
  const floats = from === "workspace" && /^[^/]+\/?$/.test(text) && !/^\.{1,2}\/?$/.test(text);
  return floats ? ["**", ...parts] : parts;
}

function compileRest(parts: readonly string[]): RestPattern {
  if (parts.length === 0) return { covers: () => true, coversBelow: () => true, mightCover: () => true };
  const pattern = parts.join("/");
  // `docs` matches the folder and everything in it; `docs/*` only its direct entries.
  const covers = compileGlob(pattern, { whole: hasWildcard(parts.at(-1) ?? "") });
  const mightCover = compileFolded(parts);
  return {
    covers: (path) => path !== "" && covers(path),
    coversBelow: compileBelow(parts),
    mightCover: (path) => path === "" || mightCover(path),
  };
}

/** Only a pattern that ends in a name, in `**` or in `**` with a `*` matches everything below a folder. */
function compileBelow(parts: readonly string[]): (path: string) => boolean {
  const ends = parts.at(-1) === "*" ? parts.slice(0, -1) : parts;
  const isName = !hasWildcard(parts.at(-1) ?? "");
  if (!isName && ends.at(-1) !== "**") return () => false;
  const folder = ends.slice(0, ends.findLastIndex((part) => part !== "**") + 1);
  if (folder.length === 0) return () => true;
  const covers = compileGlob(folder.join("/"));
  return (path) => path !== "" && covers(path);
}

/** For folded paths. Most do not contain the longest literal of the pattern, which is cheap to check. */
function compileFolded(parts: readonly string[]): (path: string) => boolean {
  const pattern = foldPath(parts.join("/"));
  const [needle = ""] = pattern.split(/[*?/]+/).sort((one, other) => other.length - one.length);
  const matches = compileGlob(pattern);
  return (path) => path.includes(needle) && matches(path);
}

function hasWildcard(part: string): boolean {
  return /[*?]/.test(part);
}

/** A path as case-insensitive, Unicode-normalizing file systems compare it. */
export function foldPath(path: string): string {
  if (/^[\x20-\x7e]*$/.test(path)) return path.toLowerCase();
  return path
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC");
}
