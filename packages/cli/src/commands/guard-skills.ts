import {
  digestSkill,
  type FileSystem,
  findRoots,
  limits,
  SkillError,
  type SkillRoot,
  skillFromBytes,
} from "@skillwright/core";
import { nodeSha256 } from "@skillwright/core/node";
import type { AgentName, FoundSkill, SkillQuery } from "@skillwright/runtime";
import type { Io } from "../io.ts";
import { findNamedFolders, foldName, skillFileIn } from "./named-folders.ts";

/**
 * Every skill that an agent may mean by a name. Looked for on the disk as agents do, links followed and trust not asked for: what
 * is found here only ever restricts, so finding too much is the safe side.
 */
export function createSkillFinder(
  agent: AgentName,
  place: FinderPlace,
  fs: FileSystem,
): (query: SkillQuery) => readonly FoundSkill[] {
  return (query) => {
    const folders = isAbsolute(query.name)
      ? [query.name].filter((folder) => skillFileIn(fs, folder) !== undefined)
      : findFolders(query, { agent, place, fs });
    return folders.map((folder) => readSkill(fs, folder));
  };
}

function isAbsolute(name: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(name);
}

/** Where the folders of agents are looked for. */
export type FinderPlace = Pick<Io["place"], "home" | "platform" | "configFolder" | "dataFolder">;

type Looking = { readonly agent: AgentName; readonly place: FinderPlace; readonly fs: FileSystem };

function findFolders({ name, cwd, reach }: SkillQuery, { agent, place, fs }: Looking): readonly string[] {
  const { home, platform, configFolder, dataFolder } = place;
  const clients = reach === "everywhere" ? {} : { clients: [clientIds[agent]] };
  const { roots, findings } = findRoots(fs, { cwd, home, platform, configFolder, dataFolder, ...clients });
  // A project's folder of skills that is a link out of it holds no skills that we would load, but agents do.
  const linked = findings.flatMap(({ code, path }) => (code === "link-leaves-root" ? [{ path }] : []));
  const colon = name.lastIndexOf(":");
  const packages = roots.filter(
    ({ package: own }) => own !== undefined && isNamed(own, name.slice(0, colon)),
  );
  const searched: readonly Pick<SkillRoot, "path">[] =
    colon > 0 && packages.length > 0 ? packages : [...roots, ...linked];
  return findNamedFolders(
    fs,
    searched.map(({ path }) => path),
    new Set([foldName(name), foldName(name.slice(colon + 1))]),
  );
}

/** How the table of clients calls each agent. */
const clientIds: Readonly<Record<AgentName, string>> = {
  "claude-code": "claude-code",
  codex: "codex",
  "gemini-cli": "gemini-cli",
  cursor: "cursor",
  copilot: "github-copilot",
};

function isNamed(name: string, asked: string): boolean {
  return foldName(name) === foldName(asked);
}

/** What a skill says of tools; one of which that cannot be told is an error, never a skill without a list. */
function readSkill(fs: FileSystem, directory: string): FoundSkill {
  const file = skillFileIn(fs, directory);
  if (file === undefined) throw new SkillError("file-missing", { path: `${directory}/SKILL.md` });
  const { bytes } = fs.read(file, limits.skillFileBytes + 1);
  const { parsed } = skillFromBytes(bytes, file);
  const broken = parsed.problems.find(({ rule }) => parsed.unreadable || unclear.has(rule));
  if (broken !== undefined)
    throw new SkillError("skill-invalid", { path: file, reason: `it breaks the rule ${broken.rule}` });
  const { name = folderName(directory), requestedTools, disallowedTools } = parsed.manifest;
  return {
    ...{ name, directory, digest: digestOrNone(fs, directory) },
    ...(requestedTools === undefined ? {} : { requestedTools }),
    ...(disallowedTools === undefined ? {} : { disallowedTools }),
  };
}

/** After these, nobody knows which tools are listed. */
const unclear: ReadonlySet<string> = new Set([
  "frontmatter.unclosed",
  "frontmatter.yaml",
  "frontmatter.duplicateKey",
  "frontmatter.mapping",
]);

function folderName(directory: string): string {
  return directory.slice(directory.lastIndexOf("/") + 1);
}

/** The digest is a label here. Agents load skills that have none, with links out of them or too many files. */
function digestOrNone(fs: FileSystem, directory: string): string {
  try {
    return digestSkill(fs, fs.realPath(directory) ?? directory, nodeSha256);
  } catch (error) {
    if (error instanceof SkillError) return "none";
    throw error;
  }
}
