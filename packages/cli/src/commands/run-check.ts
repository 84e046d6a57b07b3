import {
  addToSummary,
  type Category,
  type CheckSettings,
  createChecker,
  emptySummary,
  findProfile,
  fixSkill,
  type LoadedSkill,
  limits,
  loadSkills,
  skillFromBytes,
  toReport,
} from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { createReporter } from "../reporters/create-reporter.ts";
import { createProgress } from "../terminal/progress.ts";
import { applyFixes } from "./apply-fixes.ts";
import { loadProjectConfig } from "./project-config.ts";
import { validateLikeReference } from "./validate-like-reference.ts";

export type CheckRequest = {
  readonly command: string;
  readonly categories: readonly Category[];
  readonly invocation: Invocation;
};

/** The work behind check, validate, lint and scan. */
export async function runCheck({ command, categories, invocation }: CheckRequest, io: Io): Promise<number> {
  if (invocation.flag("unsafe") && !invocation.flag("fix")) throw new UsageError("--unsafe goes with --fix.");
  const fs = createNodeFileSystem();
  const config = await loadProjectConfig(fs, io.cwd, invocation.option("config"));
  const profile = findProfile(invocation.option("profile") ?? config.profile ?? "standard");
  const format = chooseFormat(invocation);
  if (profile.engine === "skills-ref" && format === "text")
    return validateLikeReference(invocation.positionals, fs, io);
  const paths = invocation.positionals.length > 0 ? invocation.positionals : ["."];
  const settings = { profile, categories, rules: config.rules };
  if (invocation.flag("fix")) {
    const unsafe = invocation.flag("unsafe");
    if (paths.includes("-")) return fixInput({ ...settings, unsafe }, io);
    await applyFixes(loadSkills(fs, paths, config), { ...settings, unsafe }, { fs, io });
  }
  const skills = paths.includes("-") ? [await readInput(paths, io)] : loadSkills(fs, paths, config);
  return report(skills, { settings, format, command }, io);
}

function chooseFormat(invocation: Invocation): string {
  const format = invocation.option("format");
  if (!invocation.flag("json")) return format ?? "text";
  if (format !== undefined && format !== "json")
    throw new UsageError(`--json and --format ${format} exclude each other.`);
  return "json";
}

async function readInput(paths: readonly string[], io: Io): Promise<LoadedSkill> {
  if (paths.length > 1) throw new UsageError("`-` stands alone: it reads one SKILL.md from standard input.");
  return skillFromBytes(await io.readInput(limits.skillFileBytes), "<stdin>");
}

/** As a filter: the repaired text goes to standard output, so that an editor can pipe through it. */
async function fixInput(settings: CheckSettings & { readonly unsafe: boolean }, io: Io): Promise<number> {
  await io.out(fixSkill(await readInput(["-"], io), settings).text);
  return exitCode.ok;
}

type ReportPlan = { readonly settings: CheckSettings; readonly format: string; readonly command: string };

async function report(skills: Iterable<LoadedSkill>, plan: ReportPlan, io: Io): Promise<number> {
  const { settings, format, command } = plan;
  const reporter = await createReporter(format, { ...io.terminal, command, profile: settings.profile.name });
  const progress = createProgress(io, "Checking skills:");
  const check = createChecker(settings);
  let summary = emptySummary;
  let buffer = reporter.begin();
  for (const skill of skills) {
    const one = toReport(skill, check(skill));
    summary = addToSummary(summary, one);
    buffer += reporter.skill(one, skill);
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

/** Characters gathered before a write: few system calls, little memory. */
const writeChunk = 64 * 1024;
