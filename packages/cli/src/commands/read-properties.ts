import { SkillError } from "@skillwright/core";
import { findProfile, readLikeReference, toPythonJson } from "@skillwright/core/check";
import { type FileSystem, type LoadedSkill, loadSkill } from "@skillwright/core/discover";
import { readProperties } from "@skillwright/core/listing";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { readSkillInput } from "../input/read-files.ts";
import type { Io } from "../io.ts";
import { printClickUsage, skillPathOf } from "./reference-paths.ts";

const usage = { command: "read-properties", argument: "SKILL_PATH" };

/** Compatible with `skills-ref read-properties`: same output, streams and exit codes. */
export const readPropertiesCommand: Command = {
  name: "read-properties",
  usage: "SKILL_PATH [options]",
  flags: {
    profile: {
      type: "string",
      short: "p",
      value: "NAME",
      help: "skills-ref parses YAML as strictly as that tool.",
    },
    json: { type: "boolean", help: "Accepted for consistency; the output is always JSON." },
  },
  examples: ["skillwright read-properties ./my-skill"],
  async run(invocation, io) {
    const [path, extra] = invocation.positionals;
    findProfile(invocation.option("profile") ?? "standard");
    if (path === undefined) return printClickUsage({ ...usage, error: "Missing argument 'SKILL_PATH'." }, io);
    if (extra !== undefined)
      return printClickUsage({ ...usage, error: `Got unexpected extra argument (${extra})` }, io);
    const fs = createNodeFileSystem();
    if (path !== "-" && fs.stat(path) === undefined) {
      return printClickUsage(
        { ...usage, error: `Invalid value for 'SKILL_PATH': Path '${path}' does not exist.` },
        io,
      );
    }
    const skill = path === "-" ? await readSkillInput([path], io) : open(fs, path);
    return print(skill, invocation.option("profile") === "skills-ref", io);
  },
};

function open(fs: FileSystem, path: string): LoadedSkill {
  return loadSkill(fs, skillPathOf(fs, path));
}

async function print(skill: LoadedSkill, likeReference: boolean, io: Io): Promise<number> {
  try {
    await io.out(`${toPythonJson(propertiesOf(skill, likeReference))}\n`);
    return exitCode.ok;
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== "properties-unreadable") throw error;
    await io.err(`Error: ${error.details.reason}\n`);
    return exitCode.findings;
  }
}

/** A skill's properties; throws a SkillError with the reference tool's message if unreadable. */
export function propertiesOf(skill: LoadedSkill, likeReference: boolean): ReturnType<typeof readProperties> {
  const missing = skill.parsed.problems.some((problem) => problem.rule === "file.missing");
  if (missing)
    throw new SkillError("properties-unreadable", { reason: `SKILL.md not found in ${skill.directory}` });
  if (!likeReference || skill.parsed.text === "") return readProperties(skill.parsed);
  const reading = readLikeReference(skill.parsed.text);
  if (!reading.ok) throw new SkillError("properties-unreadable", { reason: reading.message });
  return reading.properties;
}
