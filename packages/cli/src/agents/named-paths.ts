import { resolve } from "node:path";
import { isInside } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type Invocation, UsageError } from "../command.ts";
import { absolutePath } from "../commands/absolute-path.ts";
import type { Io } from "../io.ts";

const kinds = { gateway: "file", policy: "file", root: "directory" } as const;
export type PathFlag = keyof typeof kinds;

export type NamedPath = { readonly flag: PathFlag; readonly path: string };

/** What flags name on this machine, absolute. All of it must be there: settings that name something else work never. */
export function readNamedPaths(
  invocation: Invocation,
  flags: readonly PathFlag[],
  { cwd, place }: Pick<Io, "cwd" | "place">,
): readonly NamedPath[] {
  const fs = createNodeFileSystem();
  return flags.flatMap((flag) =>
    invocation.options(flag).map((text) => {
      if (text === "") throw new UsageError(`--${flag} wants a ${wordFor[kinds[flag]]}.`);
      const path = absolutePath(text, cwd, place.home);
      const kind = fs.stat(path)?.kind;
      if (kind === undefined) throw new UsageError(`--${flag}: there is nothing at ${path}.`);
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

/** A path as it goes from the project's folder, for settings that others share; refused where it would mean nothing to them. */
export function pathInProject({ flag, path }: NamedPath, { agent, project }: Sharing): string {
  if (!isInside(project, path))
    throw new UsageError(`--${flag}: ${path} lies outside of the project, whose settings others share.`);
  if (agent.projectFolder === undefined)
    throw new UsageError(
      `${agent.name} has no way to name a path in the project, so --${flag} does not go with --project.`,
    );
  return path.slice(project.length).replace(/^\//, "") || ".";
}

type Written = {
  /** Words after the name of the command. */
  readonly words: readonly string[];
  readonly projectFolder: string | undefined;
  readonly project: string;
};

/** Sentences on paths that settings name and that are not there. */
export function findMissingPaths({ words, projectFolder, project }: Written): readonly string[] {
  const fs = createNodeFileSystem();
  const folder = projectFolder?.replaceAll('"', "");
  return words.flatMap((word, index) => {
    const flag = Object.keys(kinds).find((one) => words[index - 1] === `--${one}`);
    if (flag === undefined) return [];
    const isInProject = folder !== undefined && word.startsWith(`${folder}/`);
    const path = resolve(project, isInProject ? project + word.slice(folder.length) : word);
    return fs.stat(path) === undefined ? [`There is nothing at ${path}, which --${flag} names.`] : [];
  });
}
