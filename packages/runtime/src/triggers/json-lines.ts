import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import {
  type FileSystem,
  isJsonObject,
  type JsonObject,
  limits,
  parseJson,
  SkillError,
} from "@skillwright/core";
import { attemptOn } from "@skillwright/core/node";

/** The objects in a file of JSON lines; none when it is not there. A line that is torn or no object is passed over. */
export function readJsonLines(fs: FileSystem, path: string): readonly JsonObject[] {
  if (!fs.stat(path)) return [];
  const { bytes, size } = fs.read(path, limits.triggerRunsBytes);
  if (size > bytes.length)
    throw new SkillError("file-too-large", { path, size, max: limits.triggerRunsBytes });
  // What comes after the last line's end was still being written when the writer ended.
  const whole = bytes.subarray(0, bytes.lastIndexOf(newline) + 1);
  return new TextDecoder().decode(whole).split("\n").map(parseJson).filter(isJsonObject);
}

/** Adds a line, in one piece, so that several writers do not mix. */
export function appendJsonLine(path: string, value: JsonObject): void {
  attemptOn(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const descriptor = openSync(path, flags, 0o644);
    try {
      // A torn line must not take the next one with it.
      const before = endsInLine(descriptor) ? "" : "\n";
      writeSync(descriptor, `${before}${JSON.stringify(value)}\n`);
    } finally {
      closeSync(descriptor);
    }
  });
}

const newline = 0x0a;
const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

function endsInLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === newline);
}
