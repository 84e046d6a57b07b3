import {
  addToSummary,
  type CheckSettings,
  createChecker,
  emptySummary,
  findProfile,
  type Profile,
  toReport,
} from "@skillwright/core/check";
import {
  createMemoryFileSystem,
  type LoadedSkill,
  loadSkill,
  type MemoryFiles,
} from "@skillwright/core/discover";
import { createScanJudge } from "../commands/check/scan-judge.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";

type Create = (options: ReporterOptions) => Reporter;

/** For tests of reporters: the whole output for the skills of a memory file system, with only the given rules. */
export function reportOf(create: Create, files: MemoryFiles, rules: CheckSettings["rules"] = {}): string {
  const otherwise: Profile["otherwise"] = { error: "off", warning: "off", info: "off" };
  const profile: Profile = { name: "test", summary: "", severities: {}, otherwise };
  return reportSkills(create, loadAll(files), { profile, rules });
}

/** For tests of reporters: the whole output for loaded skills. */
export function reportSkills(
  create: Create,
  skills: readonly LoadedSkill[],
  settings: CheckSettings,
): string {
  const reporter = create({
    command: "check",
    profile: settings.profile.name,
    color: false,
    columns: 80,
    quiet: false,
  });
  const check = createChecker(settings);
  let summary = emptySummary;
  let output = reporter.begin();
  for (const skill of skills) {
    const report = toReport(skill, check(skill));
    summary = addToSummary(summary, report);
    output += reporter.skill(report, skill);
  }
  return output + reporter.end(summary);
}

/** For tests of reporters: the whole output of a scan, as `skillwright scan` prints it. */
export async function reportScan(
  create: Create,
  files: MemoryFiles,
  options: Partial<ReporterOptions> = {},
): Promise<string> {
  const terminal = { profile: "standard", color: false, columns: 80, quiet: false };
  const reporter = create({ command: "scan", ...terminal, ...options });
  const { settings: reading, judge } = await createScanJudge((verdict) => verdict === "block");
  const settings: CheckSettings = {
    profile: findProfile("standard"),
    categories: ["security"],
    ...reading,
  };
  const check = createChecker(settings);
  const verdicts = { block: 0, review: 0, partial: 0, pass: 0 };
  let summary = emptySummary;
  let output = reporter.begin();
  for (const skill of loadAll(files)) {
    const report = judge(toReport(skill, check(skill)), skill);
    summary = addToSummary(summary, report);
    if (report.scan) verdicts[report.scan.verdict]++;
    output += reporter.skill(report, skill);
  }
  return output + reporter.end({ ...summary, verdicts });
}

/** One skill for each SKILL.md in the files, in their order. */
export function loadAll(files: MemoryFiles): readonly LoadedSkill[] {
  const fs = createMemoryFileSystem(files);
  const suffix = "/SKILL.md";
  return Object.keys(files).flatMap((path) =>
    path.endsWith(suffix) ? [loadSkill(fs, path.slice(0, -suffix.length))] : [],
  );
}
