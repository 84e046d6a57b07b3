import type { FileSystem } from "@skillwright/core/discover";
import { listOutput } from "@skillwright/runtime";
import { workspaceFiles } from "../formats/workspace.ts";
import { evalsLimits } from "../limits.ts";
import { type Folders, saveFile, saveFiles } from "../trials/trial-files.ts";
import { trialFile } from "./read-trial.ts";
import { runRecordFile } from "./run-record.ts";

/** Files that Skillwright writes for every run. */
const ownFiles: readonly string[] = [
  ...[trialFile, runRecordFile, workspaceFiles.grading, workspaceFiles.timing, "transcript.md"],
  ...[`${workspaceFiles.outputs}/answer.md`, `${workspaceFiles.outputs}/${workspaceFiles.metrics}`],
];

/** Copies a finished run within the limits for outputs, without links, pipes or devices. */
export function copyRun(fs: FileSystem, { from, to }: Folders): void {
  const real = fs.realPath(from) ?? from;
  for (const file of ownFiles)
    saveFile(fs, { from: `${real}/${file}`, to: `${to}/${file}` }, evalsLimits.evalResultCharacters);
  const outputs = fs.list(real).find(({ name }) => name === workspaceFiles.outputs);
  if (outputs?.kind !== "directory") return;
  const made = listOutput(`${real}/${workspaceFiles.outputs}`, fs)
    .files.map(({ path }) => `${workspaceFiles.outputs}/${path}`)
    .filter((path) => !ownFiles.includes(path));
  saveFiles(fs, { from: real, to }, made);
}
