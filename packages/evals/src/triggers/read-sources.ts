import { SkillError } from "@skillwright/core";
import { type FileSystem, loadSkill } from "@skillwright/core/discover";
import { replaceDescription } from "../formats/replace-description.ts";
import type { SkillSource } from "../trials/prepare-skills.ts";
import type { MeasuredSkill } from "./trigger-request.ts";

/** A skill as it is now: the text is kept, so that all trials list the same however long they take. */
export type ListedSource = Required<SkillSource> & {
  readonly name: string;
  readonly description: string;
  /** False when it keeps itself from models. */
  readonly isOffered: boolean;
};

/** What an agent is shown: the measured skill, and those beside it. */
export type ListedSources = {
  readonly skill: ListedSource;
  readonly neighbours: readonly ListedSource[];
};

/** Reads a skill and those that are listed beside it. Fails with a `SkillError` when one cannot be read. */
export function readSources(
  fs: FileSystem,
  skill: MeasuredSkill,
  neighbours: readonly string[],
): ListedSources {
  const others = neighbours.map((directory) => readSource(fs, directory));
  const double = others.find(({ name }) => name === skill.name);
  if (double)
    throw new SkillError("option-invalid", {
      name: "neighbours",
      reason: `${double.directory} has the name of the skill that is measured, ${skill.name}`,
    });
  return { skill: describeAs(readSource(fs, skill.directory), skill.description), neighbours: others };
}

/** The skill with another description. */
export function describeAs(source: ListedSource, description: string): ListedSource {
  if (source.description === description) return source;
  return { ...source, description, manifest: replaceDescription(source.manifest, description) };
}

function readSource(fs: FileSystem, directory: string): ListedSource {
  const { parsed, directoryName, file } = loadSkill(fs, directory);
  const { name = directoryName, description = "", disableModelInvocation = false } = parsed.manifest;
  if (parsed.unreadable || name === undefined || description === "")
    throw new SkillError("skill-invalid", { path: file, reason: "it has no description that can be read" });
  return { directory, manifest: parsed.text, name, description, isOffered: !disableModelInvocation };
}
