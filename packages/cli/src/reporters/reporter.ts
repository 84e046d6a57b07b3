import type { ReportSummary, SkillReport } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";

/** Turns reports into output, one skill at a time, so that memory use stays constant. */
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
