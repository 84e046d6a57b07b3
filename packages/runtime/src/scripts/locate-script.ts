import { SkillError } from "@skillwright/core";
import type { LoadedEntry } from "@skillwright/core/catalog";
import { type FileSystem, isFilePath } from "@skillwright/core/discover";
import { isInside } from "@skillwright/core/path";
import type { RunRequest } from "../sandbox/sandbox.ts";
import { scriptCommand } from "../sandbox/script-command.ts";

export type NamedScript = {
  readonly entry: LoadedEntry;
  /** Path inside the skill, with or without `scripts/`. */
  readonly script: string;
};

export type LocatedScript = {
  /** Path inside the skill. */
  readonly script: string;
  /** The skill's folder, links resolved. */
  readonly directory: string;
  readonly command: RunRequest["command"];
};

/** Finds the file of a script, and the command that runs it. */
export function locateScript({ entry, script }: NamedScript, fs: FileSystem): LocatedScript {
  const { name, skill } = entry;
  const path = findScript(entry, script);
  if (path === undefined)
    throw new SkillError("skill-file-missing", { name, path: scriptPlaces(script).join(" or ") });
  const directory = fs.realPath(skill.directory) ?? skill.directory;
  const real = fs.realPath(`${directory}/${path}`);
  if (real === undefined || !isInside(directory, real)) throw new SkillError("skill-changed", { name });
  const command = path === "SKILL.md" ? undefined : scriptCommand(fs, real);
  if (command === undefined) throw new SkillError("script-unrunnable", { name, path });
  return { script: path, directory, command };
}

/**
 * A script's path inside its skill, with or without `scripts/`; undefined if there is no such file. Only files covered
 * by the digest are listed, so nothing else can be named.
 */
export function findScript(entry: Pick<LoadedEntry, "name" | "files">, script: string): string | undefined {
  const { name, files } = entry;
  const places = scriptPlaces(script);
  if (!places.every((path) => isFilePath(path)))
    throw new SkillError("skill-path-invalid", { name, path: script });
  return places.find((path) => path === "SKILL.md" || files.includes(path));
}

/** Where to look for a script, in order. Skills write `./x` as in a shell; most keep their scripts in one folder. */
function scriptPlaces(script: string): readonly string[] {
  const path = script.replace(/^\.\//, "");
  return path.startsWith("scripts/") ? [path] : [`scripts/${path}`, path];
}
