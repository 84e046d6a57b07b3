import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { attemptOn } from "@skillwright/core/node";
import { isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { refuseLinks, type Workspace } from "../trials/refuse-links.ts";

/**
 * Reads the objects of a JSON Lines file in the workspace; empty when it is missing. Ignores incomplete lines and
 * non-objects.
 */
export function readJsonLines(place: Workspace, name: string): readonly JsonObject[] {
  const { fs, workspace } = place;
  const path = `${workspace}/${name}`;
  refuseLinks(place, path);
  if (!fs.stat(path)) return [];
  const { bytes, size } = fs.read(path, evalsLimits.triggerRunsBytes);
  if (size > bytes.length)
    throw new SkillError("file-too-large", { path, size, max: evalsLimits.triggerRunsBytes });
  // Text after the last newline is an interrupted write.
  const whole = bytes.subarray(0, bytes.lastIndexOf(newline) + 1);
  return new TextDecoder().decode(whole).split("\n").map(parseJson).filter(isJsonObject);
}

/** The values of such a file by key; the last line with a key wins. */
export function readSavedLines<Value>(
  place: Workspace,
  name: string,
  read: (line: JsonObject) => Value | undefined,
): ReadonlyMap<string, Value> {
  return new Map(
    readJsonLines(place, name).flatMap((line): readonly (readonly [string, Value])[] => {
      const value = line.version === 1 ? read(line) : undefined;
      return typeof line.key === "string" && value !== undefined ? [[line.key, value]] : [];
    }),
  );
}

/** Appends a line with one write, so that concurrent writers do not interleave. */
export function appendJsonLine(place: Workspace, name: string, value: JsonObject): void {
  const path = `${place.workspace}/${name}`;
  refuseLinks(place, path);
  attemptOn(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const descriptor = openSync(path, flags, 0o644);
    try {
      const { size, isFile } = describe(descriptor);
      if (!isFile) throw new SkillError("file-not-regular", { path });
      // Start a new line after an interrupted write.
      const before = endsInLine(descriptor, size) ? "" : "\n";
      writeSync(descriptor, `${before}${JSON.stringify(value)}\n`);
    } finally {
      closeSync(descriptor);
    }
  });
}

const newline = 0x0a;
const flags =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function describe(descriptor: number): { readonly size: number; readonly isFile: boolean } {
  const found = fstatSync(descriptor);
  return { size: found.size, isFile: found.isFile() };
}

function endsInLine(descriptor: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === newline);
}

/** Writes a file of ours into a workspace; a link in its place is replaced, and one on the way to it refused. */
export function writeText(place: Workspace, name: string, text: string): void {
  const path = `${place.workspace}/${name}`;
  refuseLinks(place, dirname(path));
  place.fs.write(path, new TextEncoder().encode(text), { replacesLink: true });
}
