import { loadSkill } from "@skillwright/core/discover";
import { compact } from "@skillwright/core/text";
import type { FileTree } from "../tree/file-tree.ts";
import { asFileSystem } from "./find-problems.ts";

/** What a package says about the skill in it, from its SKILL.md. */
export type SkillFacts = {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly allowedTools?: readonly string[];
};

/** Undefined for a tree that is not a skill, or whose skill has no name that can be a file's. */
export function readSkillFacts(tree: FileTree): SkillFacts | undefined {
  const { manifest } = loadSkill(asFileSystem(tree, "/skill"), "/skill").parsed;
  const { name, description, license, compatibility, metadata, requestedTools, unknown } = manifest;
  if (name === undefined || !/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name)) return undefined;
  const version = metadata.version ?? unknown.version;
  return {
    name,
    ...compact({
      version: typeof version === "string" && isPlainVersion(version) ? version : undefined,
      description,
      license,
      compatibility,
      allowedTools: requestedTools?.map(({ text }) => text),
    }),
  };
}

/** A version that may be part of a file's name and a registry's tag. */
function isPlainVersion(version: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(version);
}
