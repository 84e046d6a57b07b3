import { SkillError } from "@skillwright/core";
import type { LoadedEntry } from "@skillwright/core/catalog";
import { type FileSystem, isInside } from "@skillwright/core/discover";
import type { RunRequest } from "../sandbox/sandbox.ts";
import { scriptCommand } from "../sandbox/script-command.ts";
import { findScript, scriptPlaces } from "./find-script.ts";

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
