import { attempt } from "../discover/attempt.ts";
import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import { type SearchDocument, toSearchDocument } from "../search/search-document.ts";

const decoder = new TextDecoder();

/** The part of a skill that search indexes. An unreadable skill is still found by name and description. */
export function readDocument(fs: FileSystem, { name, description, file }: DiscoveredSkill): SearchDocument {
  // A SKILL.md may be a link inside its skill; discovery has checked the target.
  const bytes = attempt(() => read(fs, file)) ?? attempt(() => read(fs, fs.realPath(file) ?? file));
  return { ...toSearchDocument(parseSkill(bytes ? decoder.decode(bytes) : "")), name, description };
}

function read(fs: FileSystem, file: string): Uint8Array {
  return fs.read(file, limits.skillFileBytes).bytes;
}
