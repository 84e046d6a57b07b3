import { resolve } from "node:path";
import { SkillError } from "@skillwright/core";
import { findProfile, toReferencePrompt } from "@skillwright/core/check";
import { type FileSystem, type LoadedSkill, loadSkill, loadSkills } from "@skillwright/core/discover";
import { type PromptFormat, type PromptSkill, promptFormats, toPrompt } from "@skillwright/core/listing";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type Command, type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { readSkillInput } from "../input/read-files.ts";
import { safeJson } from "../terminal/safe-text.ts";
import { propertiesOf } from "./read-properties.ts";
import { printClickUsage, skillPathOf } from "./reference-paths.ts";

const usage = { command: "to-prompt", argument: "SKILL_PATHS..." };

/** Compatible with `skills-ref to-prompt`, plus other formats of the skill list. */
export const toPromptCommand: Command = {
  name: "to-prompt",
  usage: "SKILL_PATH... [options]",
  flags: {
    format: {
      type: "string",
      short: "f",
      value: "NAME",
      help: `${promptFormats.join(", ")} (default: the first).`,
    },
    "no-location": { type: "boolean", help: "Omit the path of each SKILL.md." },
    full: { type: "boolean", help: "With --format boxxy: include the instructions." },
    profile: {
      type: "string",
      short: "p",
      value: "NAME",
      help: "skills-ref parses YAML as strictly as that tool.",
    },
    json: { type: "boolean", help: 'Print {"version":1,"format":…,"prompt":…}.' },
  },
  notes:
    "A path is a skill, its SKILL.md, or a folder of skills. If one skill is invalid, nothing is printed.",
  examples: ["skillwright to-prompt ./pdf ./xlsx", "skillwright to-prompt skills/ --format bullets"],
  async run(invocation, io) {
    const paths = invocation.positionals;
    const format = readFormat(invocation);
    const fs = createNodeFileSystem();
    if (paths.length === 0)
      return printClickUsage({ ...usage, error: "Missing argument 'SKILL_PATHS...'." }, io);
    const missing = paths.find((path) => path !== "-" && fs.stat(path) === undefined);
    if (missing !== undefined) {
      return printClickUsage(
        { ...usage, error: `Invalid value for 'SKILL_PATHS...': Path '${missing}' does not exist.` },
        io,
      );
    }
    const likeReference = invocation.option("profile") === "skills-ref";
    try {
      const opened = paths.includes("-") ? [await readSkillInput(paths, io)] : open(fs, paths, likeReference);
      const skills = opened.map((skill) => toPromptSkill(fs, skill, { invocation, likeReference }));
      const prompt =
        likeReference && format === "skills-ref" ? toReferencePrompt(skills) : toPrompt(skills, format);
      await io.out(`${invocation.flag("json") ? safeJson({ version: 1, format, prompt }) : prompt}\n`);
      return exitCode.ok;
    } catch (error) {
      if (!(error instanceof SkillError) || error.code !== "properties-unreadable") throw error;
      await io.err(`Error: ${error.details.reason}\n`);
      return exitCode.findings;
    }
  },
};

function readFormat(invocation: Invocation): PromptFormat {
  const profile = invocation.option("profile");
  if (profile !== undefined) findProfile(profile);
  const wanted = invocation.option("format") ?? "skills-ref";
  const format = promptFormats.find((name) => name === wanted);
  if (format === undefined)
    throw new UsageError(`--format must be one of ${promptFormats.join(", ")}; found '${wanted}'.`);
  if (invocation.flag("full") && format !== "boxxy") throw new UsageError("--full requires --format boxxy.");
  return format;
}

/** Keeps the given order, like the reference tool; a folder expands to its skills in path order. */
function open(fs: FileSystem, paths: readonly string[], likeReference: boolean): readonly LoadedSkill[] {
  if (likeReference) return paths.map((path) => loadSkill(fs, skillPathOf(fs, path)));
  return paths.flatMap((path) => [...loadSkills(fs, [path])]);
}

type PromptRequest = { readonly invocation: Invocation; readonly likeReference: boolean };

function toPromptSkill(
  fs: FileSystem,
  skill: LoadedSkill,
  { invocation, likeReference }: PromptRequest,
): PromptSkill {
  const { name, description } = propertiesOf(skill, likeReference);
  const { parsed, file } = skill;
  const location = fs.realPath(file) ?? resolve(file);
  return {
    name,
    description,
    ...(invocation.flag("no-location") || skill.directory === "" ? {} : { location }),
    ...(invocation.flag("full")
      ? { body: parsed.text.slice(parsed.bodySpan.start, parsed.bodySpan.end) }
      : {}),
  };
}
