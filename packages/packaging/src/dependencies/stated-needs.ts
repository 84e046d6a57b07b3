import { parseSkill } from "@skillwright/core";
import type { PackageNeeds } from "@skillwright/core/discover";
import { decodeUtf8 } from "@skillwright/core/text";
import semver from "semver";
import { packagingLimits } from "../limits.ts";
import type { FileTree } from "../tree/file-tree.ts";
import { dependenciesOf } from "../versions/dependencies-of.ts";
import type { Dependency } from "../versions/pubgrub.ts";

/** What the content of a skill says of versions. */
export type StatedNeeds = {
  /** Its own version, where the SKILL.md states one. */
  readonly version?: string;
  readonly dependencies: readonly Dependency[];
};

/** What a skill needs: by its SKILL.md and by the package that it is part of. */
export function statedNeeds({ entries }: FileTree, needs?: PackageNeeds): StatedNeeds {
  const file = entries.find(({ path }) => path === "SKILL.md" || path === "skill.md");
  const text = file && "bytes" in file ? decodeUtf8(file.bytes) : undefined;
  return needsOfText(text ?? "", needs);
}

/** The same of the text of a SKILL.md. */
export function needsOfText(text: string, needs?: PackageNeeds): StatedNeeds {
  const { manifest } = parseSkill(text);
  const { version: old } = manifest.unknown;
  const version = semver.valid(manifest.metadata.version ?? (typeof old === "string" ? old : undefined));
  const dependencies = dependenciesOf(manifest, needs)
    .slice(0, packagingLimits.skillDependencies)
    .map((one) => ({ ...one, name: one.name.slice(0, packagingLimits.sourceCharacters) }));
  return { ...(version !== null && { version }), dependencies };
}
