import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import { attemptOn } from "@skillwright/core/node";
import { decodeUtf8 } from "@skillwright/core/text";
import { toolsLimits } from "../limits.ts";
import { type AnchoredFolder, type Anchoring, openFolder, splitPath, withFolder } from "./anchored-folder.ts";

export type OpenedFile = { readonly bytes: Uint8Array; readonly size: number };

/** Reads at most `maxBytes` of the regular file at an absolute path without any link in it. */
export function readInside(path: string, maxBytes: number, anchor?: Anchoring): OpenedFile {
  const { folder, name } = splitPath(path);
  return withFolder(openFolder(folder, anchor), (parent) => readEntry(parent, { name, path, maxBytes }));
}

export type EntryToRead = {
  readonly name: string;
  /** Its name in errors. */
  readonly path: string;
  readonly maxBytes: number;
};

// O_NONBLOCK: opening a pipe without a writer would block forever.
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The same for a file in an open folder. */
export function readEntry(folder: AnchoredFolder, { name, path, maxBytes }: EntryToRead): OpenedFile {
  const descriptor = attemptOn(path, () => openSync(folder.at(name), readFlags));
  try {
    folder.verify();
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw new SkillError("file-not-regular", { path });
    const bytes = Buffer.allocUnsafeSlow(Math.min(found.size, maxBytes));
    let filled = 0;
    while (filled < bytes.length) {
      const count = attemptOn(path, () => readSync(descriptor, bytes, filled, bytes.length - filled, filled));
      if (count === 0) break;
      filled += count;
    }
    return { bytes: bytes.subarray(0, filled), size: found.size };
  } finally {
    closeSync(descriptor);
  }
}

/** A file of the workspace; `text` is undefined for binary content. */
type TextFile = {
  readonly bytes: Uint8Array;
  readonly text: string | undefined;
};

/** Reads a whole file by its absolute path without links. */
export function readTextFile(path: string): TextFile {
  const { bytes, size } = readInside(path, toolsLimits.workspaceFileBytes);
  if (size > toolsLimits.workspaceFileBytes)
    throw new SkillError("file-too-large", { path, size, max: toolsLimits.workspaceFileBytes });
  return { bytes, text: toText(bytes) };
}

/** Undefined for binary content. */
export function toText(bytes: Uint8Array): string | undefined {
  return bytes.includes(0) ? undefined : decodeUtf8(bytes);
}
