import { SkillError } from "@skillwright/core";
import { type FileSystem, loadSkill } from "@skillwright/core/discover";
import { replaceDescription } from "../formats/replace-description.ts";
import type { SkillSource } from "../trials/prepare-skills.ts";
import type { MeasuredSkill } from "./trigger-request.ts";

/** A snapshot of a skill, so that all trials list the same text. */
export type ListedSource = Required<SkillSource> & {
  readonly name: string;
  readonly description: string;
  /** False with `disable-model-invocation`. */
  readonly isOffered: boolean;
};

/** The skills listed to an agent: the measured one and its neighbors. */
export type ListedSources = {
  readonly skill: ListedSource;
  readonly neighbors: readonly ListedSource[];
};

/** Reads a skill and its neighbors. Throws a `SkillError` when one cannot be read. */
export function readSources(
  fs: FileSystem,
  skill: MeasuredSkill,
  neighbors: readonly string[],
): ListedSources {
  const others = neighbors.map((directory) => readSource(fs, directory));
  const double = others.find(({ name }) => name === skill.name);
  if (double)
    throw new SkillError("option-invalid", {
      name: "neighbors",
      reason: `${double.directory} has the same name as the measured skill, ${skill.name}`,
    });
  return { skill: withDescription(readSource(fs, skill.directory), skill.description), neighbors: others };
}

export function withDescription(source: ListedSource, description: string): ListedSource {
  if (source.description === description) return source;
  return { ...source, description, manifest: replaceDescription(source.manifest, description) };
}

function readSource(fs: FileSystem, directory: string): ListedSource {
  const { parsed, directoryName, file } = loadSkill(fs, directory);
  const { name = directoryName, description = "", disableModelInvocation = false } = parsed.manifest;
  if (parsed.unreadable || name === undefined || description === "")
    throw new SkillError("skill-invalid", { path: file, reason: "it has no readable description" });
  return { directory, manifest: parsed.text, name, description, isOffered: !disableModelInvocation };
}
