import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Finding } from "../finding.ts";
import { type CheckSettings, createGroupChecker } from "./check-skill.ts";
import { inGroups } from "./groups.ts";

export type SkillReport = {
  readonly path: string;
  readonly file: string;
  readonly name: string | undefined;
  /** True if no finding is an error. */
  readonly valid: boolean;
  readonly findings: readonly Finding[];
};
export type ReportSummary = {
  readonly skills: number;
  readonly valid: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
};

/** Checks skills and yields one report each; rules that compare skills see them in this order. */
export function* checkSkills(skills: Iterable<LoadedSkill>, settings: CheckSettings): Generator<SkillReport> {
  for (const { report } of checkEach(skills, settings)) yield report;
}

export type ReportedSkill = { readonly skill: LoadedSkill; readonly report: SkillReport };

/** The same, with the skills. */
export function* checkEach(skills: Iterable<LoadedSkill>, settings: CheckSettings): Generator<ReportedSkill> {
  const check = createGroupChecker(settings);
  for (const group of inGroups(skills, settings)) {
    const findings = check(group);
    for (const [index, skill] of group.entries())
      yield { skill, report: toReport(skill, findings[index] ?? []) };
  }
}

export function toReport(skill: LoadedSkill, findings: readonly Finding[]): SkillReport {
  const valid = !findings.some((finding) => finding.severity === "error");
  const path = skill.directory === "" ? skill.file : skill.directory;
  return { path, file: skill.file, name: skill.parsed.manifest.name, valid, findings };
}

export const emptySummary: ReportSummary = { skills: 0, valid: 0, errors: 0, warnings: 0, infos: 0 };

/** The summary including one more report. */
export function addToSummary(summary: ReportSummary, report: SkillReport): ReportSummary {
  const count = (severity: Finding["severity"]): number =>
    report.findings.reduce((total, finding) => total + (finding.severity === severity ? 1 : 0), 0);
  return {
    skills: summary.skills + 1,
    valid: summary.valid + (report.valid ? 1 : 0),
    errors: summary.errors + count("error"),
    warnings: summary.warnings + count("warning"),
    infos: summary.infos + count("info"),
  };
}
