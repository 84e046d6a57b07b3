import type { FileSystem } from "@skillwright/core";
import { listOutput } from "../scripts/list-output.ts";
import type { GivenFile } from "../trials/trial-task.ts";

/** What the fixtures of a case become: files in the agent's folder, and programs that are found before all others. */
export type Given = { readonly files: readonly GivenFile[]; readonly programs: readonly GivenFile[] };

/**
 * Fixtures by their paths inside the skill; a folder stands for all in it. `tests/fixtures/a/b.csv` is `a/b.csv` to the agent, and
 * what lies in `tests/fixtures/bin/` is a program that stands in for one of the machine.
 */
export function giveFiles(paths: readonly string[], directory: string, fs: FileSystem): Given {
  const all = paths.flatMap((path) => listFiles(path, directory, fs));
  const toGiven = (path: string): GivenFile => ({
    from: `${directory}/${path}`,
    to: path.replace(programFolder, "").replace(fixtureFolder, ""),
  });
  return {
    files: all.filter((path) => !programFolder.test(path)).map(toGiven),
    programs: all.filter((path) => programFolder.test(path)).map(toGiven),
  };
}

const programFolder = /^tests\/fixtures\/bin\//;
const fixtureFolder = /^(?:tests\/(?:fixtures|files)|evals\/files)\//;

function listFiles(path: string, directory: string, fs: FileSystem): readonly string[] {
  const place = `${directory}/${path}`;
  if (fs.stat(place)?.kind !== "directory") return [path];
  return listOutput(place, fs).files.map((file) => `${path.replace(/\/+$/, "")}/${file.path}`);
}
