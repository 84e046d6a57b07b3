import { sha256Hex } from "../digest/sha256.ts";
import { createMemoryFileSystem, type MemoryFiles } from "../fs/memory.ts";
import { createDirectoryStore, type DirectoryStoreOptions } from "./directory-store.ts";
import type { SkillMetadata, SkillStore } from "./skill-store.ts";

/** Skills by the names of their folders, each with its files. */
export type MemorySkills = Readonly<Record<string, MemoryFiles>>;

/**
 * Skills in memory, for tests, browsers and programs that bring their own.
 *
 * @example
 * createMemoryStore({ pdf: { "SKILL.md": "---\nname: pdf\ndescription: Reads PDF files.\n---\n# PDF\n" } });
 */
export function createMemoryStore(
  skills: MemorySkills,
  options: Omit<DirectoryStoreOptions, "directories" | "sha256"> = {},
): SkillStore {
  const files = Object.entries(skills).flatMap(([folder, contents]) =>
    Object.entries(contents).map(([path, content]) => [`${folder}/${path}`, content] as const),
  );
  const fs = createMemoryFileSystem(Object.fromEntries(files));
  const store = createDirectoryStore(fs, { ...options, directories: ["/"], sha256: sha256Hex });
  return {
    list: async () => {
      const listing = await store.list();
      return { ...listing, skills: listing.skills.map(withoutPlace) };
    },
    load: async (name) => withoutPlace(await store.load(name)),
    readFile: store.readFile,
  };
}

/** A path in this memory means nothing to an agent, which would look for it on its disk. */
function withoutPlace<T extends SkillMetadata & { readonly directory?: string }>(
  skill: T,
): Omit<T, "file" | "directory"> {
  const { file: _file, directory: _directory, ...rest } = skill;
  return rest;
}
