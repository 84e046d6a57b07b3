import type { Skill } from "@modelcontextprotocol/server/ext/skills";

export type EntryFile = {
  readonly uri: string;
  /** Path inside the skill, with `/`. */
  readonly path: string;
  readonly size: number;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
};

/** The files of an entry of `makeEntry`, sorted by address. */
export function entryFiles({ uri, resources }: Skill): readonly EntryFile[] {
  // Our entries name every file; only entries of other sources may be dynamic.
  if (resources === "dynamic") return [];
  const baseLength = uri.length - "SKILL.md".length;
  return resources.map((file) => ({ ...file, path: decodeURIComponent(file.uri.slice(baseLength)) }));
}
