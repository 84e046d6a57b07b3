import { formatError, SkillError, type SkillManifest } from "@skillwright/core";
import { digestSkill, type FileSystem, hasSkillFile, loadSkill } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { replaceDescription } from "../formats/replace-description.ts";
import { evalsLimits } from "../limits.ts";
import type { TestFileProblem } from "../testing/case.ts";
import { problemAtTop } from "../testing/suite-files.ts";
import type { SkillSource } from "../trials/prepare-skills.ts";
import type { MeasuredSkill } from "./plan-triggers.ts";

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

/**
 * Leaves out neighbors that cannot be copied for an agent, such as one with a pipe or a link that leads out of it: a
 * broken neighbor must not prevent measuring this skill.
 */
export function excludeUnusable(
  fs: FileSystem,
  neighbors: readonly string[],
): { readonly neighbors: readonly string[]; readonly notes: readonly TestFileProblem[] } {
  const judged = neighbors.map((directory) => ({ directory, fault: findFault(fs, directory) }));
  return {
    neighbors: judged.filter(({ fault }) => fault === undefined).map(({ directory }) => directory),
    notes: judged.flatMap(({ directory, fault }) => {
      const name = printable(directory.slice(directory.lastIndexOf("/") + 1));
      return fault === undefined
        ? []
        : [problemAtTop("SKILL.md", `The skill ${name} is not listed as a neighbor: ${fault}`)];
    }),
  };
}

/** A skill that can be digested can be copied. */
function findFault(fs: FileSystem, directory: string): string | undefined {
  try {
    digestSkill(fs, directory, nodeSha256);
    return undefined;
  } catch (error) {
    if (error instanceof SkillError) return printable(formatError(error));
    throw error;
  }
}

/**
 * Folders of the other skills next to a skill, sorted by name: agents usually see them together. Unreadable ones are
 * left out.
 */
export function findNeighbors(fs: FileSystem, skillDirectory: string): readonly string[] {
  const own = fs.realPath(skillDirectory);
  if (own === undefined) return [];
  const slash = own.lastIndexOf("/");
  const parent = own.slice(0, slash);
  const { name } = loadSkill(fs, own).parsed.manifest;
  const found: string[] = [];
  for (const entry of attempt(() => fs.list(parent === "" ? "/" : parent)) ?? []) {
    const directory = `${parent}/${entry.name}`;
    if (entry.kind !== "directory" || directory === own) continue;
    const manifest = attempt(() => readManifest(fs, directory));
    if (manifest?.description === undefined || (manifest.name ?? entry.name) === name) continue;
    if (found.push(directory) === evalsLimits.triggerNeighbors) break;
  }
  return found;
}

function readManifest(fs: FileSystem, directory: string): SkillManifest | undefined {
  if (!hasSkillFile(fs, directory)) return undefined;
  return loadSkill(fs, directory).parsed.manifest;
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
