import { formatDiscoveryFinding, SkillError } from "@skillwright/core";
import type { DiscoveryFinding, FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { Invocation } from "../command.ts";
import { absolutePath } from "../input/absolute-path.ts";
import type { Io } from "../io.ts";
import { type OpenedCatalog, openSkills } from "./open-catalog.ts";

export type NamedSkill = {
  readonly opened: OpenedCatalog;
  /** The skill's reference in the catalog. */
  readonly reference: string;
};

/** Finds the skill by folder or SKILL.md path, otherwise by name. A path given by the user needs no trust. */
export async function openNamedSkill(
  word: string,
  invocation: Invocation,
  { io, ...options }: NamedSkillOptions,
): Promise<NamedSkill> {
  const fs = createNodeFileSystem();
  const path = absolutePath(word, io.cwd, io.place.home);
  const directory = findDirectory(fs, path);
  // `/name` also refers to a skill by name.
  if (directory === undefined && /^[.~]|^\/.*\//.test(word)) throw noSkill(fs, word, path);
  if (directory === undefined) return { opened: await openSkills(invocation, io, options), reference: word };
  const opened = await openSkills(rootedAt(directory, invocation), io, options);
  const { skills, findings } = opened.catalog.list();
  const skill = skills.find((one) => one.directory === directory);
  if (skill === undefined) throw unusable(word, findings);
  return { opened, reference: skill.id };
}

type NamedSkillOptions = { readonly io: Io; readonly beforePolicies?: boolean };

/** The folder of the skill at a path, if there is one. */
function findDirectory(fs: FileSystem, path: string): string | undefined {
  const isFile = (file: string): boolean => fs.stat(file)?.kind === "file";
  if (isFile(`${path}/SKILL.md`)) return path;
  const folder = path.slice(0, path.lastIndexOf("/"));
  return path.endsWith("/SKILL.md") && isFile(path) ? folder : undefined;
}

function noSkill(fs: FileSystem, word: string, path: string): SkillError {
  return fs.stat(path) === undefined
    ? new SkillError("file-missing", { path: word })
    : new SkillError("file-not-regular", { path: word });
}

function unusable(word: string, findings: readonly DiscoveryFinding[]): SkillError {
  const [finding] = findings;
  const reason =
    finding === undefined ? "it cannot be read" : formatDiscoveryFinding(finding).replace(/\.$/, "");
  return new SkillError("skill-invalid", { path: word, reason });
}

/** The same invocation for a one-folder catalog, which needs no index. */
function rootedAt(directory: string, invocation: Invocation): Invocation {
  return {
    ...invocation,
    flag: (name) => name === "no-index" || invocation.flag(name),
    options: (name) => {
      if (name === "root") return [directory];
      return name === "client" ? [] : invocation.options(name);
    },
  };
}
