import type { SkillReadResult } from "@modelcontextprotocol/server/ext/skills";
import { SkillError } from "@skillwright/core";
import type { CatalogSkill } from "@skillwright/core/catalog";
import { type FileSystem, resolveInside } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { decodeUtf8 } from "@skillwright/core/text";
import type { EntryFile } from "./entry-files.ts";
import { mimeTypeOf } from "./mime-type.ts";
import { readStampedFile } from "./read-stamped-file.ts";

/** A file's content if it still matches its entry; undefined if it changed or is gone. */
export function readPublishedFile(
  fs: FileSystem,
  skill: CatalogSkill,
  file: EntryFile,
): SkillReadResult | undefined {
  const bytes = tryRead(fs, skill, file);
  if (bytes === undefined || `sha256:${nodeSha256(bytes)}` !== file.digest) return undefined;
  const mimeType = mimeTypeOf(file.path);
  const text = decodeUtf8(bytes);
  return text === undefined ? { bytes, mimeType } : { text, mimeType };
}

function tryRead(fs: FileSystem, { root, directory }: CatalogSkill, file: EntryFile): Uint8Array | undefined {
  try {
    const real = resolveInside(fs, root.path, directory);
    return real === undefined ? undefined : readStampedFile(fs, real, file);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
