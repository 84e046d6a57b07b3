import { isFilePath, type LoadedEntry, SkillError } from "@skillwright/core";

/**
 * The path of a script inside its skill, which may be named without `scripts/`; undefined when there is no such file. Only what
 * the digest covers is listed, so nothing else can be named.
 */
export function findScript(entry: Pick<LoadedEntry, "name" | "files">, script: string): string | undefined {
  const { name, files } = entry;
  const places = scriptPlaces(script);
  if (!places.every((path) => isFilePath(path)))
    throw new SkillError("skill-path-invalid", { name, path: script });
  return places.find((path) => path === "SKILL.md" || files.includes(path));
}

/** Where a script is looked for, first to last. Skills write `./x` as shells do; most keep their scripts in one folder. */
export function scriptPlaces(script: string): readonly string[] {
  const path = script.replace(/^\.\//, "");
  return path.startsWith("scripts/") ? [path] : [`scripts/${path}`, path];
}
