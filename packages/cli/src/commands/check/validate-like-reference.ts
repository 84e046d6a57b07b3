import { formatFinding } from "@skillwright/core";
import { checkSkill, findProfile } from "@skillwright/core/check";
import { type FileSystem, loadSkill } from "@skillwright/core/discover";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { printClickUsage, skillPathOf, toPythonPath } from "../reference-paths.ts";

/** `skills-ref validate`: its words, streams and exit codes, for one path. */
export async function validateLikeReference(
  paths: readonly string[],
  fs: FileSystem,
  io: Io,
): Promise<number> {
  const [path, extra] = paths;
  const usage = { command: "validate", argument: "SKILL_PATH" };
  if (path === undefined) return printClickUsage({ ...usage, error: "Missing argument 'SKILL_PATH'." }, io);
  if (extra !== undefined)
    return printClickUsage({ ...usage, error: `Got unexpected extra argument (${extra})` }, io);
  if (fs.stat(path) === undefined) {
    return printClickUsage(
      { ...usage, error: `Invalid value for 'SKILL_PATH': Path '${path}' does not exist.` },
      io,
    );
  }
  const directory = skillPathOf(fs, path);
  const errors = validate(fs, directory);
  if (errors.length === 0) {
    await io.out(`Valid skill: ${directory}\n`);
    return exitCode.ok;
  }
  await io.err(`Validation failed for ${directory}:\n${errors.map((error) => `  - ${error}\n`).join("")}`);
  return exitCode.findings;
}

function validate(fs: FileSystem, directory: string): readonly string[] {
  if (fs.stat(directory)?.kind !== "directory") return [`Not a directory: ${directory}`];
  const name = toPythonPath(directory).split("/").at(-1) ?? "";
  const skill = { ...loadSkill(fs, directory), directoryName: name === "." ? "" : name };
  return checkSkill(skill, { profile: findProfile("skills-ref") }).map(formatFinding);
}
