import type { Category } from "@skillwright/core";
import {
  addToSummary,
  type CheckSettings,
  checkEach,
  emptySummary,
  findProfile,
  fixSkill,
} from "@skillwright/core/check";
import { type LoadedSkill, loadSkills } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { loadProjectConfig } from "../../catalog/project-config.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { readSkillInput } from "../../input/read-files.ts";
import type { Io } from "../../io.ts";
import { createReporter } from "../../reporters/reporter.ts";
import { createProgress } from "../../terminal/progress.ts";
import { applyFixes } from "./apply-fixes.ts";
import { validateLikeReference } from "./validate-like-reference.ts";

export type CheckRequest = {
  readonly command: string;
  readonly categories: readonly Category[];
  readonly invocation: Invocation;
};

/** Runs check, validate, lint and scan. */
export async function runCheck({ command, categories, invocation }: CheckRequest, io: Io): Promise<number> {
  const paths = invocation.positionals.length > 0 ? invocation.positionals : ["."];
  const fix = invocation.flag("fix");
  refuseContradictions(invocation, paths);
  const fs = createNodeFileSystem();
  const config = await loadProjectConfig(fs, io.cwd, invocation.option("config"));
  const profile = findProfile(invocation.option("profile") ?? config.profile ?? "standard");
  const format = chooseFormat(invocation);
  if (profile.engine === "skills-ref") {
    if (fix || !categories.includes("spec"))
      throw new UsageError(
        `the profile skills-ref only validates; choose another profile for ${fix ? "--fix" : command}.`,
      );
    if (command === "validate" && format === "text" && !paths.includes("-"))
      return validateLikeReference(invocation.positionals, fs, io);
  }
  const settings = { profile, categories, rules: config.rules };
  const plan = { settings, format, command };
  if (paths.includes("-")) {
    const skill = await readSkillInput(paths, io);
    const unsafe = invocation.flag("unsafe");
    return fix
      ? fixInput(skill, { ...plan, settings: { ...settings, unsafe } }, io)
      : reportOn([skill], plan, io);
  }
  const fixes = { ...settings, unsafe: invocation.flag("unsafe") };
  const search = { ...config, home: io.place.home };
  const failures = fix ? await applyFixes(loadSkills(fs, paths, search), fixes, { fs, io }) : 0;
  const code = await reportOn(loadSkills(fs, paths, search), plan, io);
  return failures > 0 ? exitCode.environment : code;
}

function refuseContradictions(invocation: Invocation, paths: readonly string[]): void {
  if (invocation.flag("unsafe") && !invocation.flag("fix")) throw new UsageError("--unsafe requires --fix.");
  if (!paths.includes("-")) return;
  if (invocation.flag("fix") && (invocation.flag("json") || invocation.option("format") !== undefined))
    throw new UsageError("with `-`, --fix prints the fixed text; omit --json and --format.");
}

function chooseFormat(invocation: Invocation): string {
  const format = invocation.option("format");
  if (!invocation.flag("json")) return format ?? "text";
  if (format !== undefined && format !== "json")
    throw new UsageError(`--json and --format ${format} cannot be combined.`);
  return "json";
}

/**
 * Works as a filter: the fixed text goes to standard output, the report to standard error. Prints no text for
 * unreadable input, so that an editor that pipes through this command loses nothing.
 */
async function fixInput(
  skill: LoadedSkill,
  plan: ReportPlan & { readonly settings: CheckSettings & { readonly unsafe: boolean } },
  io: Io,
): Promise<number> {
  const fixed = skill.parsed.unreadable ? skill : fixSkill(skill, plan.settings).skill;
  if (!fixed.parsed.unreadable) await io.out(fixed.parsed.text);
  return reportOn([fixed], plan, { ...io, out: io.err });
}

type ReportPlan = { readonly settings: CheckSettings; readonly format: string; readonly command: string };

async function reportOn(skills: Iterable<LoadedSkill>, plan: ReportPlan, io: Io): Promise<number> {
  const { settings, format, command } = plan;
  const reporter = await createReporter(format, { ...io.terminal, command, profile: settings.profile.name });
  const progress = createProgress(io, "Checking skills:");
  let summary = emptySummary;
  let buffer = reporter.begin();
  for (const { skill, report } of checkEach(skills, settings)) {
    summary = addToSummary(summary, report);
    buffer += reporter.skill(report, skill);
    if (buffer.length > writeChunk) {
      await progress.done();
      await io.out(buffer);
      buffer = "";
    }
    await progress.tick(summary.skills);
  }
  await progress.done();
  await io.out(buffer + reporter.end(summary));
  return summary.errors > 0 ? exitCode.findings : exitCode.ok;
}

/** Characters to buffer before a write. */
const writeChunk = 64 * 1024;
