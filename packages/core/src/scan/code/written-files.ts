import type { Action, Carried } from "../evidence.ts";
import { normalizePath } from "../places.ts";

export type WrittenFiles = {
  readonly isEmpty: boolean;
  /** Labels of what was written to a file, by the path that a text uses for it. */
  readonly find: (path: string) => readonly Carried[];
};

/** Files with the same name that are compared with a path. */
const maxSameName = 32;
/** Labels that say nothing about where data comes from. */
const plain: ReadonlySet<string> = new Set(["constant", "input"]);

type Written = { readonly path: string; readonly carries: readonly Carried[] };

/** What the actions of a skill write to files, to be found by whole path or, where folders are unknown, by its end. */
export function createWrittenFiles(actions: readonly Action[]): WrittenFiles {
  const byName = new Map<string, Written[]>();
  const folders = new Map<string, readonly Carried[]>();
  for (const action of actions) {
    if (action.kind !== "write") continue;
    const carries = action.carries.filter(({ label }) => !plain.has(label));
    const path = plainPath(action.path);
    if (carries.length === 0 || path === undefined) continue;
    if (path.endsWith("/*")) folders.set(path.slice(0, -2), carries);
    else addTo(byName, nameOf(path), { path, carries });
  }
  const own = ownPaths(actions);
  return {
    isEmpty: byName.size === 0 && folders.size === 0,
    find: (written) => {
      const path = plainPath(written);
      if (path === undefined) return [];
      const inFolder = folderOf(path, folders);
      if (inFolder) return inFolder;
      const files = byName.get(nameOf(path)) ?? [];
      // A file that comes with the skill is not the download of the same name, unless the path says so.
      return files
        .filter((file) => file.path === path || (!own.has(nameOf(path)) && isEndOf(file.path, path)))
        .flatMap(({ carries }) => carries);
    },
  };
}

function addTo(files: Map<string, Written[]>, name: string, file: Written): void {
  const same = files.get(name) ?? [];
  files.set(name, same);
  if (same.length < maxSameName) same.push(file);
}

/** Without quotes and `./`; undefined for paths that only the run decides. */
function plainPath(path: string): string | undefined {
  const plainForm = normalizePath(path.trim())
    .replace(/^(?:\.\/){1,8}/, "")
    .replace(/^["']|["']$/g, "");
  return /[\w]/.test(nameOf(plainForm).replace(/\$\{?\w{0,80}\}?/g, "")) || plainForm.endsWith("/*")
    ? plainForm
    : undefined;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether one path is the end of the other: `x.sh` and `/tmp/x.sh`, `$DIR/x.sh` and `/opt/x.sh`. */
function isEndOf(first: string, second: string): boolean {
  const [one, other] = [withoutVariables(first), withoutVariables(second)];
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

function withoutVariables(path: string): string {
  const cut = path.lastIndexOf("$");
  return cut === -1 ? path : path.slice(path.indexOf("/", cut) + 1);
}

function folderOf(
  path: string,
  folders: ReadonlyMap<string, readonly Carried[]>,
): readonly Carried[] | undefined {
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    const found = folders.get(path.slice(0, at));
    if (found) return found;
  }
  return undefined;
}

/** Names of the skill's files that are read as texts. */
function ownPaths(actions: readonly Action[]): ReadonlySet<string> {
  return new Set(actions.map(({ source }) => nameOf(source.path)));
}
