import type { LoadedSkill, ReportSummary, SkillReport } from "@skillwright/core";

/** Turns reports into output, one skill at a time, so that memory stays flat. */
export type Reporter = {
  begin(): string;
  skill(report: SkillReport, skill: LoadedSkill): string;
  end(summary: ReportSummary): string;
};

export type ReporterOptions = {
  /** check, validate, lint or scan. */
  readonly command: string;
  readonly profile: string;
  readonly colour: boolean;
  readonly columns: number;
};
