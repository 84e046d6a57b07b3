import type { Io } from "../io.ts";

/** What paths are called in answers. */
export type PathNames = {
  /** For programs: in the user's own words below a folder the user named, otherwise absolute. */
  exact(path: string): string;
  /** For people: also from this folder or the home folder. */
  short(path: string): string;
};

/** @param named absolute paths of folders and what the user called them */
export function createPathNames(
  named: ReadonlyMap<string, string>,
  { cwd, place }: Pick<Io, "cwd" | "place">,
): PathNames {
  // The longest first: of two folders, one in the other, the inner one is nearer.
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
