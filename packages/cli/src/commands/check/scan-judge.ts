import type { CheckSettings, SkillReport } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import type { Verdict } from "@skillwright/core/scan";
import type { CheckedReport } from "../../reporters/reporter.ts";
import type { ModelReview } from "./model-review.ts";

/** Adds verdicts to the reports of one check. */
export type ScanJudge = {
  /** For the checker, so that it reads each skill once. */
  readonly collectEvidence: NonNullable<CheckSettings["collectEvidence"]>;
  readonly judge: (report: SkillReport, skill: LoadedSkill) => CheckedReport;
  /** Adds what a model is concerned about, before the verdict. */
  readonly review: (report: SkillReport, skill: LoadedSkill, ask: ModelReview) => Promise<SkillReport>;
};

/** Loads the scanner, which takes longer than a validation. */
export async function createScanJudge(fails: (verdict: Verdict) => boolean): Promise<ScanJudge> {
  const { createEvidenceCollector, judge } = await import("@skillwright/core/scan");
  const { collect, textsOf, unreadOf } = createEvidenceCollector();
  return {
    collectEvidence: collect,
    review: async (report, skill, ask) => {
      const concerns = report.findings.some(({ rule }) => rule.startsWith("file."))
        ? []
        : await ask(skill, textsOf(skill));
      return { ...report, findings: [...report.findings, ...concerns] };
    },
    judge: (report, skill) => {
      const unread = unreadOf(skill);
      const security = report.findings.filter(({ category }) => category === "security");
      const { verdict, reasons } = judge(security, unread);
      const isDangerous = verdict === "block" || verdict === "review";
      return {
        ...report,
        valid: report.valid && !isDangerous,
        scan: { verdict, reasons, unread, fails: fails(verdict) },
      };
    },
  };
}
