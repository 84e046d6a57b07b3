import type { Category, Finding } from "@skillwright/core";
import {
  addToSummary,
  type CheckSettings,
  checkEach,
  emptySummary,
  findProfile,
  fixSkill,
} from "@skillwright/core/check";
import { type FileSystem, type LoadedSkill, loadSkills } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import { loadProjectConfig, type ProjectConfig } from "../../catalog/project-config.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { readSkillInput } from "../../input/read-files.ts";
import type { Io } from "../../io.ts";
import { type CheckedReport, type CheckedSummary, createReporter } from "../../reporters/reporter.ts";
import { openScanMemory } from "../../session/scan-memory.ts";
import { createProgress } from "../../terminal/progress.ts";
import { countOf } from "../../terminal/text-width.ts";
import { type BaselineWriter, baselineTarget, createBaselineWriter, readBaseline } from "./baseline.ts";
import { type FailOn, readFailOn } from "./fail-on.ts";
import { type FixSettings, previewFixes, printDiff, writeFixes } from "./fixes.ts";
import { inferManifests } from "./infer-manifest.ts";
import { type ModelReview, openModelReview } from "./model-review.ts";
import { createScanJudge } from "./scan-judge.ts";
import { type AcceptedList, createSuppressor, type Suppressor } from "./suppress.ts";
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
  refuseContradictions({ command, categories, invocation }, paths);
  const fs = createNodeFileSystem();
  const config = await loadProjectConfig(fs, io.cwd, invocation.option("config"));
  const target = categories.includes("security") ? baselineTarget(invocation) : undefined;
  for (const note of config.notes ?? []) await io.err(`Note: ${note}\n`);
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
  const settings = { profile, categories, rules: config.rules, unsafe: invocation.flag("unsafe") };
  const plan = {
    settings,
    format,
    command,
    failOn: readFailOn(invocation.option("fail-on"), { command, rules: config.rules }),
    quiet: invocation.flag("quiet"),
    remembers: !invocation.flag("no-cache"),
    suppressor: createSuppressor(target === undefined ? acceptedBy(config, { fs, invocation, io }) : [], {
      cwd: io.cwd,
      today: io.today(),
    }),
    ...compact({ baseline: target === undefined ? undefined : createBaselineWriter(fs, target, io.cwd) }),
    ...compact({ model: command === "scan" ? await openModelReview(invocation, io) : undefined }),
  };
  const input = paths.includes("-") ? [await readSkillInput(paths, io)] : undefined;
  const load = (): Iterable<LoadedSkill> =>
    input ?? loadSkills(fs, paths, { ...config, home: io.place.home });
  if (categories[0] === "security" && invocation.flag("infer"))
    return inferManifests(
      { skills: load(), fs, json: format === "json", dryRun: invocation.flag("dry-run") },
      io,
    );
  if (!fix) return reportOn(load(), plan, io);
  if (invocation.flag("diff"))
    return (await printDiff(load(), settings, io)) ? exitCode.findings : exitCode.ok;
  if (invocation.flag("dry-run")) return reportOn(await previewFixes(load(), settings, io), plan, io);
  return input ? fixInput(input, plan, io) : fixFiles(load, plan, { fs, io });
}

type Accepting = { readonly fs: FileSystem; readonly invocation: Invocation; readonly io: Io };

function acceptedBy(config: ProjectConfig, { fs, invocation, io }: Accepting): readonly AcceptedList[] {
  const baseline = invocation.option("baseline");
  const { folder, suppressions = [] } = config;
  return [
    ...(baseline === undefined ? [] : [readBaseline(fs, baseline, io.cwd)]),
    ...(folder === undefined ? [] : [{ folder, entries: suppressions, reason: "" }]),
  ];
}

function refuseContradictions({ command, invocation }: CheckRequest, paths: readonly string[]): void {
  const [first] = ["unsafe", "dry-run", "diff"].filter((name) => invocation.flag(name));
  const isPreviewOfManifest = first === "dry-run" && command === "scan" && invocation.flag("infer");
  if (first !== undefined && !invocation.flag("fix") && !isPreviewOfManifest)
    throw new UsageError(`--${first} requires --fix.`);
  const isPreview = invocation.flag("dry-run") || invocation.flag("diff");
  if (!paths.includes("-") || isPreview) return;
  if (invocation.flag("fix") && (invocation.flag("json") || invocation.option("format") !== undefined))
    throw new UsageError("with `-`, --fix prints the fixed text; omit --json and --format.");
}

function chooseFormat(invocation: Invocation): string {
  const format = invocation.option("format");
  if (format !== undefined && format !== "json" && invocation.flag("json"))
    throw new UsageError(`--json and --format ${format} cannot be combined.`);
  const chosen = format ?? (invocation.flag("json") ? "json" : "text");
  if (!invocation.flag("summary")) return chosen;
  if (chosen !== "text") throw new UsageError(`--summary prints text; omit --format ${chosen}.`);
  return "summary";
}

type FixPlan = ReportPlan & { readonly settings: FixSettings };

async function fixFiles(
  load: () => Iterable<LoadedSkill>,
  plan: FixPlan,
  { fs, io }: { readonly fs: FileSystem; readonly io: Io },
): Promise<number> {
  const failures = await writeFixes(load(), plan.settings, { fs, io });
  const code = await reportOn(load(), plan, io);
  return failures > 0 ? exitCode.environment : code;
}

/**
 * Works as a filter: the fixed text goes to standard output, the report to standard error. Prints no text for
 * unreadable input, so that an editor that pipes through this command loses nothing.
 */
async function fixInput(skills: readonly LoadedSkill[], plan: FixPlan, io: Io): Promise<number> {
  const fixed = skills.map((skill) =>
    skill.parsed.unreadable ? skill : fixSkill(skill, plan.settings).skill,
  );
  for (const { parsed } of fixed) if (!parsed.unreadable) await io.out(parsed.text);
  return reportOn(fixed, plan, { ...io, out: io.err });
}

type ReportPlan = {
  readonly settings: CheckSettings;
  readonly format: string;
  readonly command: string;
  readonly failOn: FailOn;
  /** Shows only findings that fail. */
  readonly quiet: boolean;
  /** Skills that stay the same are not scanned again. */
  readonly remembers: boolean;
  readonly model?: ModelReview;
  readonly suppressor: Suppressor;
  readonly baseline?: BaselineWriter;
};

async function reportOn(skills: Iterable<LoadedSkill>, plan: ReportPlan, io: Io): Promise<number> {
  const { settings, format, command, failOn, quiet, model, suppressor, baseline } = plan;
  const options = { ...io.terminal, command, profile: settings.profile.name, quiet };
  const reporter = await createReporter(format, options);
  const memory = scans(settings) && plan.remembers ? await openScanMemory(io.place) : undefined;
  const scan = scans(settings) ? await createScanJudge(failOn.verdict, { suppressor, memory }) : undefined;
  const progress = createProgress(io, "Checking skills:");
  let summary: CheckedSummary = scan ? { ...emptySummary, verdicts: noVerdicts } : emptySummary;
  let hasFailed = false;
  let buffer = reporter.begin();
  for (const { skill, report: checked } of checkEach(skills, { ...settings, ...scan?.settings })) {
    const reviewed = scan && model ? await scan.review(checked, skill, model) : checked;
    const report: CheckedReport = scan ? scan.judge(reviewed, skill) : reviewed;
    summary = { ...summary, ...addToSummary(summary, report), ...countVerdict(summary, report) };
    baseline?.add(
      report.findings.filter(({ category }) => category === "security"),
      report.scan?.unread ?? [],
      skill,
    );
    hasFailed ||= report.scan?.fails === true || report.findings.some(failOn.finding);
    buffer += reporter.skill(quiet ? onlyFailing(report, failOn) : report, skill);
    if (buffer.length > writeChunk) {
      await progress.done();
      await io.out(buffer);
      buffer = "";
    }
    await progress.tick(summary.skills);
  }
  memory?.save();
  await progress.done();
  await io.out(buffer + reporter.end(summary));
  for (const note of suppressor.expired) await io.err(`Note: ${note}\n`);
  if (baseline) await io.err(`Wrote ${baselineWords(baseline.write())} to the baseline.\n`);
  if (baseline) return exitCode.ok;
  return hasFailed ? exitCode.findings : exitCode.ok;
}

function baselineWords({ findings, unread }: { readonly findings: number; readonly unread: number }): string {
  const files = unread === 0 ? "" : ` and ${countOf(unread, "unread file")}`;
  return `${countOf(findings, "finding")}${files}`;
}

/** Characters to buffer before a write. */
const writeChunk = 64 * 1024;

/** The reference's profile has rules of its own. */
function scans({ categories, profile }: CheckSettings): boolean {
  return profile.engine !== "skills-ref" && (categories?.includes("security") ?? true);
}

const noVerdicts: NonNullable<CheckedSummary["verdicts"]> = { block: 0, review: 0, partial: 0, pass: 0 };

function countVerdict(
  { verdicts }: CheckedSummary,
  { scan }: CheckedReport,
): Pick<CheckedSummary, "verdicts"> {
  if (!verdicts || !scan) return {};
  return { verdicts: { ...verdicts, [scan.verdict]: verdicts[scan.verdict] + 1 } };
}

/** A verdict that fails keeps its reasons. */
function onlyFailing(report: CheckedReport, failOn: FailOn): CheckedReport {
  const reasons: readonly Finding[] = report.scan?.fails ? report.scan.reasons : [];
  const findings = report.findings.filter((finding) => failOn.finding(finding) || reasons.includes(finding));
  return { ...report, findings };
}
