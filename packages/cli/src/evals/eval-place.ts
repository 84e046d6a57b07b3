import { SkillError } from "@skillwright/core";
import type { FileSystem, LoadedSkill } from "@skillwright/core/discover";
import type { EvalBaseline } from "@skillwright/evals";
import { workspaceOf } from "@skillwright/evals";
import { UsageError } from "../command.ts";
import { nameOf } from "../commands/find-tested-skills.ts";
import { absolutePath } from "../input/absolute-path.ts";
import type { Io } from "../io.ts";

/** The evaluated skill, and where its results are. */
export type EvalPaths = {
  readonly fs: FileSystem;
  readonly skill: { readonly name: string; readonly directory: string };
  /** Absolute. */
  readonly workspace: string;
};

export function resolveEvalPaths(
  skill: LoadedSkill,
  workspace: string | undefined,
  { fs, io }: { readonly fs: FileSystem; readonly io: Io },
): EvalPaths {
  const directory = fs.realPath(skill.directory) ?? skill.directory;
  const folder =
    workspace === undefined
      ? workspaceOf(directory)
      : realOf(absolutePath(workspace, io.cwd, io.place.home), fs);
  const found = fs.stat(folder);
  if (found !== undefined && found.kind !== "directory")
    throw new UsageError(`--workspace must be a folder; ${workspace ?? folder} is not.`);
  return { fs, skill: { name: nameOf(skill), directory }, workspace: folder };
}

/** Follow a link only when the user names it; one at the default path may come from a repository. */
function realOf(path: string, fs: FileSystem): string {
  return fs.realPath(path) ?? path;
}

/** Resolves `--baseline`. */
export async function resolveBaseline(
  { fs, skill, workspace }: EvalPaths,
  word: string,
  io: Io,
): Promise<EvalBaseline> {
  if (word === "none" || word === "without") return { kind: word };
  if (word !== "previous") return { kind: "old", directory: requireSkill(fs, word, io) };
  const { findPreviousVersion } = await import("@skillwright/evals");
  const directory = await findPreviousVersion(fs, skill.directory, workspace);
  if (directory !== undefined) return { kind: "old", directory };
  throw new UsageError(
    "no previous version found: every saved version of the skill equals the current one. Name a folder with --baseline DIR.",
  );
}

function requireSkill(fs: FileSystem, word: string, io: Io): string {
  const directory = absolutePath(word, io.cwd, io.place.home);
  if (!fs.stat(directory)) throw new SkillError("file-missing", { path: word });
  if (fs.stat(`${directory}/SKILL.md`)?.kind === "file") return directory;
  throw new UsageError(
    `--baseline must be without, previous, none, or the folder of an older version; ${word} has no SKILL.md.`,
  );
}
