import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { attemptOn } from "@skillwright/core/node";
import { isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { refuseLinks, type Workspace } from "../trials/refuse-links.ts";

/** The objects in a workspace's file of JSON lines; none when it is not there. A line that is torn or no object is passed over. */
export function readJsonLines(place: Workspace, name: string): readonly JsonObject[] {
  const { fs, workspace } = place;
  const path = `${workspace}/${name}`;
  refuseLinks(place, path);
  if (!fs.stat(path)) return [];
  const { bytes, size } = fs.read(path, evalsLimits.triggerRunsBytes);
  if (size > bytes.length)
    throw new SkillError("file-too-large", { path, size, max: evalsLimits.triggerRunsBytes });
  // What comes after the last line's end was still being written when the writer ended.
  const whole = bytes.subarray(0, bytes.lastIndexOf(newline) + 1);
  return new TextDecoder().decode(whole).split("\n").map(parseJson).filter(isJsonObject);
}

/** What is kept in such a file, by its keys; of two lines with the same key the later counts. */
export function readKeptLines<Value>(
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

/** Adds a line, in one piece, so that several writers do not mix. */
export function appendJsonLine(place: Workspace, name: string, value: JsonObject): void {
  const path = `${place.workspace}/${name}`;
  refuseLinks(place, path);
  attemptOn(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const descriptor = openSync(path, flags, 0o644);
    try {
      const { size, isFile } = describe(descriptor);
      if (!isFile) throw new SkillError("file-not-regular", { path });
      // A torn line must not take the next one with it.
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
