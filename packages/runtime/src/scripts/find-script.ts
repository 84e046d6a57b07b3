import { SkillError } from "@skillwright/core";
import type { LoadedEntry } from "@skillwright/core/catalog";
import { isFilePath } from "@skillwright/core/discover";

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
export function scriptPlaces(script: string): readonly string[] {
  const path = script.replace(/^\.\//, "");
  return path.startsWith("scripts/") ? [path] : [`scripts/${path}`, path];
}
