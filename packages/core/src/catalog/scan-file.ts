import type { DiscoveredSkill, SkillTraits } from "../discover/discovered-skill.ts";
import type { FolderMemory, ScanMemory } from "../discover/scan-memory.ts";
import type { SkillRoot } from "../discover/skill-root.ts";

/**
 * A scan as text, to be kept between processes. Columns instead of objects: reading them back is part of every start,
 * and must take less time than reading the skills.
 */
export function encodeScan(root: SkillRoot, { takenMs, skills, folders, isComplete }: ScanMemory): string {
  const all = [...skills.values()];
  const columns: Columns = {
    root: root.path,
    takenMs,
    isComplete,
    folders: [...folders].map(([path, { changedMs, isSkill, children, links }]) => [
      path,
      changedMs,
      isSkill,
      children.join("/"),
      links.join("/"),
    ]),
    directories: all.map(({ directory }) => directory.slice(root.path.length)).join("\0"),
    files: all.map(({ directory, file }) => file.slice(directory.length + 1)).join("/"),
    names: all.map(({ name }) => name),
    descriptions: all.map(({ description }) => description),
    traits: all.map(({ traits }) => traits),
    changedMs: all.map(({ changedMs }) => changedMs),
    sizes: all.map(({ size }) => size),
    sidecars: all.map(({ sidecarChangedMs }) => sidecarChangedMs),
  };
  return JSON.stringify(columns);
}

/** The scan again. The caller has made sure that the text is what `encodeScan` made, unchanged. */
export function decodeScan(root: SkillRoot, text: string): ScanMemory | undefined {
  const columns: Columns = JSON.parse(text);
  if (columns.root !== root.path) return undefined;
  const skills = new Map<string, DiscoveredSkill>();
  const directories = columns.directories.split("\0");
  const files = columns.files.split("/");
  for (const [at, name] of columns.names.entries()) {
    const directory = root.path + (directories[at] ?? "");
    const skill: DiscoveredSkill = {
      root,
      directory,
      file: `${directory}/${files[at]}`,
      name,
      description: columns.descriptions[at] ?? "",
      traits: columns.traits[at] ?? {},
      changedMs: columns.changedMs[at] ?? 0,
      size: columns.sizes[at] ?? 0,
      sidecarChangedMs: columns.sidecars[at] ?? 0,
    };
    skills.set(directory, skill);
  }
  const folders = new Map(columns.folders.map(([path, ...folder]) => [path, toFolder(folder)]));
  return { takenMs: columns.takenMs, skills, folders, isComplete: columns.isComplete };
}

/** Names hold no `/` and paths no NUL, so these separate them. */
type Columns = {
  readonly root: string;
  readonly takenMs: number;
  readonly isComplete: boolean;
  readonly folders: readonly (readonly [path: string, ...FolderColumns])[];
  readonly directories: string;
  readonly files: string;
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  readonly traits: readonly SkillTraits[];
  readonly changedMs: readonly number[];
  readonly sizes: readonly number[];
  readonly sidecars: readonly number[];
};

type FolderColumns = readonly [changedMs: number, isSkill: boolean, children: string, links: string];

function toFolder([changedMs, isSkill, children, links]: FolderColumns): FolderMemory {
  return { changedMs, isSkill, children: split(children, "/"), links: split(links, "/") };
}

function split(text: string, separator: string): readonly string[] {
  return text === "" ? [] : text.split(separator);
}
