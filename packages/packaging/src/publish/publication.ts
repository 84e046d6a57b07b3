import { parseSkill, SkillError } from "@skillwright/core";
import { isValidSkillName } from "@skillwright/core/check";
import semver from "semver";
import type { FileTree } from "../tree/file-tree.ts";

/** A skill that is ready to be published. */
export type Publication = {
  readonly name: string;
  readonly description: string;
  readonly version?: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly allowedTools?: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Its files, with SKILL.md at the top. */
  readonly tree: FileTree;
  /** A Sigstore bundle over its content digest, as JSON text. */
  readonly signature?: string;
};

export type PublicationOptions = {
  /** Instead of `metadata.version`. */
  readonly version?: string | undefined;
  readonly signature?: string | undefined;
};

/** Reads what registries want to know of a skill from its SKILL.md. `source` is used in messages. */
export function readPublication(
  tree: FileTree,
  source: string,
  options: PublicationOptions = {},
): Publication {
  const file = tree.entries.find(({ path }) => path === "SKILL.md");
  const fail = (reason: string): SkillError => new SkillError("skill-invalid", { path: source, reason });
  if (file === undefined || !("bytes" in file))
    throw fail("it has no SKILL.md; name the folder of one skill");
  const { manifest } = parseSkill(Buffer.from(file.bytes).toString());
  const { name, description, license, compatibility, metadata, requestedTools } = manifest;
  if (name === undefined || !isValidSkillName(name)) throw fail("its name is missing or not valid");
  if (description === undefined || description === "" || description.length > 1024)
    throw fail("its description is missing or longer than 1,024 characters");
  const version = options.version ?? metadata.version;
  if (options.version !== undefined && semver.valid(options.version) === null)
    throw new SkillError("option-invalid", { name: "--release", reason: "expected a version such as 1.2.3" });
  const valid = semver.valid(version);
  return {
    name,
    description,
    metadata,
    tree,
    ...(valid !== null && { version: valid }),
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    ...(requestedTools !== undefined && { allowedTools: requestedTools.map(({ text }) => text) }),
    ...(options.signature !== undefined && { signature: options.signature }),
  };
}

/** Registries know a package by its version. */
export function expectVersion({ name, version }: Publication): string {
  if (version !== undefined) return version;
  throw new SkillError("skill-invalid", {
    path: name,
    reason: "it has no version; set `metadata.version` in its SKILL.md or pass --release",
  });
}

/** What a publication sends or writes, for people and for tests. */
export type PublishPlan = {
  /** The registry, hub or folder, without secrets. */
  readonly destination: string;
  readonly items: readonly PublishItem[];
  /** Of the version on a hub: `approved`, `pending` or `rejected`. Absent for other destinations and plans. */
  readonly state?: string;
};

export type PublishItem = {
  /** The address or path below the destination. */
  readonly path: string;
  readonly size: number;
  /** SHA-256 of the bytes. */
  readonly digest: string;
};

export type PublishOptions = {
  /** Returns the plan without sending or writing anything. */
  readonly dryRun?: boolean;
};
