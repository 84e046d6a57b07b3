import { resolve } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { isInside } from "@skillwright/core/path";
import { type Invocation, UsageError } from "../command.ts";
import { absolutePath } from "../input/absolute-path.ts";
import type { Io } from "../io.ts";

const kinds = { gateway: "file", policy: "file", root: "directory" } as const;
export type PathFlag = keyof typeof kinds;

export type NamedPath = { readonly flag: PathFlag; readonly path: string };

/** The absolute paths given by flags. All must exist, or the settings would never work. */
export function readNamedPaths(
  invocation: Invocation,
  flags: readonly PathFlag[],
  { cwd, place }: Pick<Io, "cwd" | "place">,
): readonly NamedPath[] {
  const fs = createNodeFileSystem();
  return flags.flatMap((flag) =>
    invocation.options(flag).map((text) => {
      if (text === "") throw new UsageError(`--${flag} requires a ${wordFor[kinds[flag]]}.`);
      const path = absolutePath(text, cwd, place.home);
      const kind = fs.stat(path)?.kind;
      if (kind === undefined) throw new UsageError(`--${flag}: no such file or directory: ${path}`);
      if (kind !== kinds[flag]) throw new UsageError(`--${flag}: ${path} is not a ${wordFor[kinds[flag]]}.`);
      return { flag, path };
    }),
  );
}

const wordFor = { file: "file", directory: "folder" } as const;

type Sharing = {
  readonly agent: { readonly name: string; readonly projectFolder?: string };
  readonly project: string;
};

/** A path relative to the project, for shared settings; refused if it would be meaningless on other machines. */
export function pathInProject({ flag, path }: NamedPath, { agent, project }: Sharing): string {
  if (!isInside(project, path))
    throw new UsageError(
      `--${flag}: ${path} is outside the project; shared settings can only name paths inside it.`,
    );
  if (agent.projectFolder === undefined)
    throw new UsageError(
      `${agent.name} cannot express a path relative to the project, so --${flag} cannot be combined with --project.`,
    );
  return path.slice(project.length).replace(/^\//, "") || ".";
}

type Written = {
  /** Words after the name of the command. */
  readonly words: readonly string[];
  readonly projectFolder: string | undefined;
  readonly project: string;
};

/** One sentence for each path in the settings that does not exist. */
export function findMissingPaths({ words, projectFolder, project }: Written): readonly string[] {
  const fs = createNodeFileSystem();
  const folder = projectFolder?.replaceAll('"', "");
  return words.flatMap((word, index) => {
    const flag = Object.keys(kinds).find((one) => words[index - 1] === `--${one}`);
    if (flag === undefined) return [];
    const isInProject = folder !== undefined && word.startsWith(`${folder}/`);
    const path = resolve(project, isInProject ? project + word.slice(folder.length) : word);
    return fs.stat(path) === undefined ? [`--${flag} names ${path}, which does not exist.`] : [];
  });
}
