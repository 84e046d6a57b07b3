import { isInside } from "../path/path.ts";
import { isJsonObject } from "../text/json.ts";
import { fileFields, plainKey, readFields, shellFields } from "./input-fields.ts";
import { policyLimits } from "./limits.ts";
import { readToolName } from "./match-tool.ts";
import { foldPath } from "./path-pattern.ts";
import { isUnknownToolWithCommand, programTools } from "./read-program-parts.ts";
import { readBatch } from "./read-request.ts";
import { leaveProcessFolder } from "./request-path.ts";
import { changing } from "./rule.ts";
import { findChangedPlace, firstOf, type PlaceList } from "./shell/changed-places.ts";
import { namesPlace } from "./shell/mentioned-places.ts";
import type { ToolRequest } from "./tool-request.ts";

/**
 * The file or folder of a list that a call changes or might change, links resolved: by a file tool, by a redirection, or by a
 * program that is not known to only read. All readings of an ambiguous path count. What a program does by itself stays unseen.
 */
export function findProtected(list: PlaceList, request: ToolRequest): string | undefined {
  const tool = readToolName(request.tool);
  if (changing.has(tool.name)) return findInFields(list(), request, { isFileTool: true });
  const calls = tool.name === "batch" ? readBatch(request) : undefined;
  if (calls !== undefined) return firstOf(calls, (inner) => findProtected(list, inner));
  if (tool.name === "bash" || isUnknownToolWithCommand(tool, request)) return findInCommands(list, request);
  if (programTools.has(tool.name) || tool.name === "batch") {
    return namesPlace(list(), textsIn(request.input).join("\n"), request);
  }
  return tool.kind === "mcp" ? findInServerCall(tool.asked, list, request) : undefined;
}

/** A server's tool may do anything with a path, a command or code, unless its name says that it reads. */
function findInServerCall(tool: string, list: PlaceList, request: ToolRequest): string | undefined {
  if (reading.test(tool) && !alsoChanging.test(tool)) return undefined;
  const { code } = isJsonObject(request.input) ? request.input : {};
  return (
    findInFields(list(), request, {}) ??
    findInCommands(list, request) ??
    (typeof code === "string" && running.test(tool) ? namesPlace(list(), code, request) : undefined)
  );
}

const reading = /__(?:[a-z]+_)?(?:read|get|list|search|stat|view|show|find|info|fetch|query|open|load)/i;
const alsoChanging =
  /_(?:append|create|delete|edit|exec|move|remove|rename|replace|run|save|update|write)(?:_|$)/i;
const running = /code|eval|exec|run/i;

/** Every path in a call's input, whichever the tool would use. */
function findInFields(
  places: readonly string[],
  request: ToolRequest,
  { isFileTool = false }: { readonly isFileTool?: boolean },
): string | undefined {
  const { name } = readToolName(request.tool);
  const reading = readFields<"path" | "text" | "unknown">(request.input, fileFields, "unknown");
  if (!reading.ok) return isFileTool ? places[0] : undefined;
  const folded = places.map((path) => ({ path, fold: foldPath(path) }));
  const namesFile = reading.fields.some(({ purpose }) => purpose === "path");
  return firstOf(reading.fields, ({ purpose, text }) => {
    // A file with a patch as its content changes nothing else.
    if (isPatch.test(text) && !namesFile)
      return namesPlace(places, (text.match(patchedFiles) ?? []).join("\n"), request);
    if (purpose === "text") return undefined;
    const stated = `${foldPath(withSlashes(text))}/`;
    const mentioned = isFileTool ? folded.find(({ fold }) => stated.includes(`${fold}/`)) : undefined;
    if (mentioned !== undefined) return mentioned.path;
    const isLong = text.length > policyLimits.pathCharacters;
    const real = isLong ? undefined : request.resolvePath(toPath(text, request));
    if (real === undefined) return isFileTool && purpose === "path" ? places[0] : undefined;
    const path = foldPath(real);
    const isHit = ({ fold }: { readonly fold: string }): boolean =>
      isInside(fold, path) || (removing.has(name) && isInside(path, fold));
    return folded.find(isHit)?.path;
  });
}

const isPatch = /^\s{0,20}(?:\*\*\* Begin Patch|diff --git |--- )/;
const patchedFiles = /^(?:\*\*\*|\+\+\+|---|diff|rename) .*/gm;

/** These affect a folder with everything in it. */
const removing: ReadonlySet<string> = new Set(["deletefile", "movefile"]);

/** A path after the changes some tools make to it. */
function toPath(text: string, { home, workspace }: ToolRequest): string {
  const written = withSlashes(text)
    .trim()
    .replace(/^file:\/\/(?:localhost)?/i, "");
  const path = leaveProcessFolder(written, workspace);
  return home === undefined ? path : path.replace(/^~(?=\/|$)/, () => home);
}

function withSlashes(text: string): string {
  return text.replaceAll("\\", "/");
}

/** The command lines of a shell call, each in every folder that the call names. */
function findInCommands(list: PlaceList, request: ToolRequest): string | undefined {
  const entries = Object.entries(isJsonObject(request.input) ? request.input : {});
  const withPurpose = (wanted: string): readonly string[] =>
    entries.flatMap(([key, value]) => (shellFields.get(plainKey(key)) === wanted ? [toLine(value)] : []));
  const folders = withPurpose("folder");
  return firstOf(withPurpose("command"), (line) => findChangedPlace(list, { line, folders }, request));
}

/** A list is a program with its arguments. */
function toLine(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : "";
  return value.map((word) => `'${String(word).replaceAll("'", "'\\''")}'`).join(" ");
}

function textsIn(input: unknown): readonly string[] {
  const reading = readFields<"text">(input, new Map(), "text");
  return reading.ok ? reading.fields.map(({ text }) => text) : [];
}
