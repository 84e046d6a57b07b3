import { baseName, isInside } from "../../path/path.ts";
import { policyLimits } from "../limits.ts";
import { foldPath } from "../path-pattern.ts";
import { withInner } from "../read-shell-parts.ts";
import type { ToolRequest } from "../tool-request.ts";
import {
  actsOnInput,
  affectsFolders,
  cleansUp,
  copiesInto,
  filesInScript,
  foldersSearched,
  isOwnChange,
  mentionsOwnChange,
  obeysText,
  onlyReads,
  operandsOf,
  unpacksInto,
} from "./changing-programs.ts";
import { commandsInside } from "./commands-inside.ts";
import { namesPlace, parentOf, removesFolder } from "./mentioned-places.ts";
import { readShell } from "./read-shell.ts";
import type { ShellCommand, ShellWord } from "./shell-command.ts";
import {
  emptiedPaths,
  expand,
  globsOf,
  hasExpansion,
  matchesBegin,
  matchesFound,
  matchesWhole,
  realPaths,
  type WordContext,
} from "./word-paths.ts";

type CommandLine = {
  readonly line: string;
  /** Folders that it may run in, besides the workspace. */
  readonly folders: readonly string[];
};

/**
 * What a command line changes, or might change, of some files and folders. A program that is not known to only read counts as changing
 * what it names. A line that cannot be read and a program that obeys a text count if they mention a place. Whatever else a program
 * does stays unseen.
 */
export function findChangedPlace(
  list: PlaceList,
  { line, folders }: CommandLine,
  request: ToolRequest,
): string | undefined {
  const reading = readShell(line);
  const commands = reading.ok ? withInner(reading.commands) : undefined;
  const own = commands?.find(isOwnChange);
  if (own !== undefined) return own.words.map(({ text = "…" }) => text).join(" ");
  if (commands?.every(changesNothing)) return undefined;
  const places = list();
  if (commands === undefined || commands.some(obeysText)) {
    if (mentionsOwnChange(line)) return "skillwright";
    // Starting a program by its path does not mention it.
    const started = new Set(commands?.map(({ words: [program] }) => program?.text));
    const mentioned = places.filter((path) => !started.has(path));
    const named = namesPlace(mentioned, line, request) ?? removesFolder(mentioned, line);
    if (named !== undefined || commands === undefined) return named;
  }
  const search: Search = {
    places: places.map((path) => ({ path, folded: foldPath(path) })),
    ...{ line, request, bases: [""], variables: variablesIn(commands) },
    isPiped: commands.some(actsOnInput),
  };
  const bases = [
    ...folders.map((text): ShellWord => ({ text })),
    ...commands.flatMap(({ words }) => words.slice(1)),
  ];
  for (const word of bases.slice(0, policyLimits.requestPaths)) addBase(search, word);
  for (const command of commands) {
    const found = findInCommand(search, command);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Called only for what may change something, since listing takes time. */
export type PlaceList = () => readonly string[];

/** Most commands, whatever files they name. */
function changesNothing(command: ShellCommand): boolean {
  const { assignments, redirections } = command;
  const writes = assignments.length > 0 || redirections.some(({ access }) => access === "write");
  return !writes && onlyReads(command) && !obeysText(command) && filesInScript(command).length === 0;
}

function innerOf(command: ShellCommand): readonly ShellCommand[] {
  const inner = commandsInside(command);
  return inner === "unknown" || "code" in inner ? [] : inner;
}

/** Compared without regard to case, as some file systems do. */
type Place = { readonly path: string; readonly folded: string };

type Search = WordContext & {
  readonly places: readonly Place[];
  readonly line: string;
  /** Grows while the line is searched. */
  readonly bases: string[];
  /** A command changes files that another one lists. */
  readonly isPiped: boolean;
};

const homePath = /^(?:\w+=)?(~[\w./-]*)$/;

function writtenOf(word: ShellWord): string {
  return word.text ?? word.written ?? word.prefix;
}

function variablesIn(commands: readonly ShellCommand[]): ReadonlyMap<string, string> {
  const all = new Map<string, string | undefined>();
  for (const { name, value } of commands.flatMap(({ assignments }) => assignments))
    all.set(name, all.has(name) ? undefined : (value.text ?? homePath.exec(writtenOf(value))?.[1]));
  return new Map([...all].flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

/** `cd` and options such as `-C` make relative paths start elsewhere, which matters only for folders that hold a place. */
function addBase(search: Search, word: ShellWord): void {
  if (search.bases.length >= mostBases) return;
  const globs = globsOf(search, word);
  const matched = search.places
    .map(({ path }) => parentOf(path))
    .filter((folder) => globs.some((glob) => isAsDeep(glob, folder) && matchesBegin(glob, foldPath(folder))));
  for (const real of [...realPaths(search, word), ...emptiedPaths(search, word), ...matched])
    if (mayStartAt(search, foldPath(real)) && !search.bases.includes(real)) search.bases.push(real);
}

/** A folder above a place, or in one; not a file. */
function mayStartAt({ places }: Search, folder: string): boolean {
  return places.some(
    ({ folded }) =>
      (folder !== folded || !baseName(folded).includes(".")) &&
      (isInside(folder, folded) || (isInside(folded, folder) && !baseName(folder).includes("."))),
  );
}

function isAsDeep(glob: string, path: string): boolean {
  return glob.split("/").length === path.split("/").length;
}

const mostBases = 8;

function holds({ places }: Search, folder: string): boolean {
  return places.some((place) => isInside(folder, place.folded));
}

function findPlace({ places }: Search, test: (place: Place) => boolean): string | undefined {
  return places.find(test)?.path;
}

function findInCommand(search: Search, command: ShellCommand): string | undefined {
  const targets = command.redirections.filter(({ access }) => access === "write").map(({ target }) => target);
  const written =
    firstOf(targets, (word) => findDangling(search, word)) ??
    firstOf([...targets, ...command.assignments.map(({ value }) => value)], (word) =>
      findInWord(search, word),
    );
  if (written !== undefined) return written;
  const inScript = firstOf(filesInScript(command), (text) => findInWord(search, { text }));
  if (inScript !== undefined || (onlyReads(command) && !search.isPiped)) return inScript;
  // `sudo cat x`: what it runs is looked at by itself.
  if (innerOf(command).length > 0 && foldersSearched(command) === undefined) return undefined;
  const isWhole = affectsFolders(command) || (search.isPiped && onlyReads(command));
  return (
    firstOf(command.words.slice(1), (word) => findInWord(search, word)) ??
    firstOf(isWhole ? command.words.slice(1) : [], (word) => findFilled(search, word)) ??
    firstOf(cleansUp(command), (word) => findBelow(search, word)) ??
    findSearched(search, command) ??
    findCopied(search, command)
  );
}

/** The first result that is not undefined. */
export function firstOf<Item>(
  items: readonly Item[],
  find: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A link to a file that does not exist yet: what is written to it may appear anywhere. */
function findDangling({ places, request }: Search, { text }: ShellWord): string | undefined {
  return text !== undefined && request.resolvePath(text) === undefined ? places[0]?.path : undefined;
}

/** The place that a word leads to or into. */
function findInWord(search: Search, word: ShellWord): string | undefined {
  const { places, line, request } = search;
  const globs = globsOf(search, word);
  const reals = [...realPaths(search, word), ...emptiedPaths(search, word)].map(foldPath);
  const found = findPlace(
    search,
    ({ folded }) =>
      reals.some((real) => isInside(folded, real)) ||
      globs.some((glob) => matchesWhole(glob, folded) && !isCasual(search, glob, folded)),
  );
  if (found !== undefined || word.text !== undefined || !hasExpansion(expand(search, word))) return found;
  // A variable may hold what another part of the line names.
  return namesPlace(
    places.map(({ path }) => path),
    line,
    request,
  );
}

/** The place directly in a folder that a word leads to. */
function findFilled(search: Search, word: ShellWord): string | undefined {
  const folders = realPaths(search, word).map(foldPath);
  return findPlace(search, (place) => folders.some((folder) => mayFill(search, folder, place)));
}

/** The place in a folder that a word leads to, for programs that affect folders with everything in them. */
function findBelow(search: Search, word: ShellWord): string | undefined {
  const globs = globsOf(search, word);
  const reals = realPaths(search, word).map(foldPath);
  return findPlace(
    search,
    ({ folded }) =>
      reals.some((real) => isInside(real, folded)) ||
      globs.some((glob) => matchesBegin(glob, folded) && !isCasual(search, glob, folded)),
  );
}

/** `find … -delete`: by the names it looks for, or everything in a folder that directly holds a place. */
function findSearched(search: Search, command: ShellCommand): string | undefined {
  const searched = foldersSearched(command, { acts: search.isPiped });
  if (searched === undefined) return undefined;
  const names = searched.names.map(foldPath);
  const folders = searched.folders.flatMap((folder) => realPaths(search, folder)).map(foldPath);
  return findPlace(search, (place) =>
    folders.some((folder) => {
      const { folded } = place;
      if (!isInside(folder, folded)) return false;
      if (names.length === 0) return mayFill(search, folder, place);
      const parts = folded.slice(folder.length).split("/");
      return names.some((name) => parts.some((part) => matchesFound(name, part)));
    }),
  );
}

/** `cp settings.json ~/.claude/`: a folder, and the name of what goes there if the command tells. */
function findCopied(search: Search, command: ShellCommand): string | undefined {
  const unpacks = unpacksInto(command);
  // `-o.claude` names a folder too.
  const operands = unpacks ? command.words.slice(1) : operandsOf(command);
  const folders = operands
    .flatMap((word) => realPaths(search, word))
    .map(foldPath)
    .filter((real) => holds(search, real));
  if (unpacks) return findPlace(search, (place) => folders.some((folder) => mayFill(search, folder, place)));
  if (!copiesInto(command)) return undefined;
  return firstOf(operands, (word) => {
    const name = foldPath(baseName((word.text ?? "").replace(/\/$/, "")).replace(/^.*:/, ""));
    const isUnnamed = /^\.*$/.test(name) || word.text?.endsWith("/");
    const [source = ""] = realPaths(search, word).map(foldPath);
    return findPlace(search, (place) =>
      folders.some(
        (folder) =>
          (isUnnamed && source !== folder && mayFill(search, folder, place)) ||
          (!/^\.*$/.test(name) && isInside(`${folder}/${name}`, place.folded)),
      ),
    );
  });
}

/** Whether any file in a folder may be the place. Programs and data have folders that are filled all the time. */
function mayFill(search: Search, folder: string, { folded }: Place): boolean {
  return parentOf(folded) === folder && baseName(folded).includes(".") && !isProject(search, folder);
}

/** `*.json` in a project means its other files, even if a place is among them. */
function isCasual(search: Search, glob: string, place: string): boolean {
  const name = glob.split("/")[place.split("/").length - 1];
  return name?.startsWith("*") === true && isProject(search, parentOf(place));
}

/** The workspace or a folder above, unless that is an agent's own: people and programs fill and clear it all the time. */
function isProject({ request }: Search, folder: string): boolean {
  return !baseName(folder).startsWith(".") && isInside(folder, foldPath(request.workspace));
}
