import type { Io } from "../io.ts";

/** How paths appear in output. */
export type PathNames = {
  /** For programs: with the user's spelling of a folder given on the command line, otherwise absolute. */
  exact(path: string): string;
  /** For people: also relative to the current or home folder. */
  short(path: string): string;
};

/** @param named absolute paths of folders, mapped to the user's spelling */
export function createPathNames(
  named: ReadonlyMap<string, string>,
  { cwd, place }: Pick<Io, "cwd" | "place">,
): PathNames {
  // Longest first, so that the innermost of nested folders wins.
  const folders = [...named].sort(([a], [b]) => b.length - a.length);
  const exact = (path: string): string => renamed(path, folders) ?? path;
  const familiar: Folders = [[cwd, "."] as const, [place.home, "~"] as const].filter(
    ([path]) => path !== "/",
  );
  return {
    exact,
    short: (path) => renamed(path, folders) ?? renamed(path, familiar)?.replace(/^\.\//, "") ?? path,
  };
}

type Folders = readonly (readonly [path: string, name: string])[];

function renamed(path: string, folders: Folders): string | undefined {
  for (const [folder, name] of folders) {
    if (path === folder) return name;
    const start = folder.endsWith("/") ? folder : `${folder}/`;
    if (path.startsWith(start)) return `${name.endsWith("/") ? name : `${name}/`}${path.slice(start.length)}`;
  }
  return undefined;
}
