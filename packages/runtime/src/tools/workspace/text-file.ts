import { SkillError } from "@skillwright/core";
import { decodeUtf8 } from "@skillwright/core/text";
import { toolsLimits } from "../limits.ts";
import { readInside } from "./read-inside.ts";

/** A file of the workspace; `text` is undefined for binary content. */
export type TextFile = {
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
