import { SkillError } from "@skillwright/core";
import { type FileSystem, resolveInside } from "@skillwright/core/discover";
import { listOutput } from "@skillwright/runtime";
import type { GivenFile } from "../trials/trial-task.ts";

/** A case's fixtures: files for the agent's folder, and programs that come first in its PATH. */
export type Given = { readonly files: readonly GivenFile[]; readonly programs: readonly GivenFile[] };

/**
 * Resolves fixtures by their paths in the skill; a folder stands for everything in it.
 * `tests/fixtures/a/b.csv` becomes `a/b.csv` for the agent, and files in `tests/fixtures/bin/` become
 * programs.
 */
export function giveFiles(paths: readonly string[], directory: string, fs: FileSystem): Given {
  const all = paths.flatMap((path) => listFiles(path, directory, fs));
  const toGiven = ({ from, to }: GivenFile): GivenFile => ({
    from,
    to: to.replace(programFolder, "").replace(fixtureFolder, ""),
  });
  return {
    files: all.filter(({ to }) => !programFolder.test(to)).map(toGiven),
    programs: all.filter(({ to }) => programFolder.test(to)).map(toGiven),
  };
}

const programFolder = /^tests\/fixtures\/bin\//;
const fixtureFolder = /^(?:tests\/(?:fixtures|files)|evals\/files)\//;

function listFiles(path: string, directory: string, fs: FileSystem): readonly GivenFile[] {
  const place = resolveInside(fs, directory, `${directory}/${path}`);
  const kind = place === undefined ? undefined : fs.stat(place)?.kind;
  if (place !== undefined && kind === "file") return [{ from: place, to: path }];
  if (place === undefined || kind !== "directory")
    throw new SkillError("option-invalid", {
      name: "files",
      reason: `${path} is not a file or folder of the skill`,
    });
  const folder = path.replace(/\/+$/, "");
  return listOutput(place, fs).files.map((file) => ({
    from: `${place}/${file.path}`,
    to: `${folder}/${file.path}`,
  }));
}
