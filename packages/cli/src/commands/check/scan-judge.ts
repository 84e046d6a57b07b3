import type { CheckSettings, ScanMemory, SkillReport } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import type { Verdict } from "@skillwright/core/scan";
import type { CheckedReport } from "../../reporters/reporter.ts";
import type { ModelReview } from "./model-review.ts";
import type { Suppressor } from "./suppress.ts";

/** Adds verdicts to the reports of one check. */
export type ScanJudge = {
  /** For the checker, so that it reads each skill once. */
  readonly settings: Pick<CheckSettings, "collectEvidence" | "memory">;
  readonly judge: (report: SkillReport, skill: LoadedSkill) => CheckedReport;
  /** Adds what a model is concerned about, before the verdict. */
  readonly review: (report: SkillReport, skill: LoadedSkill, ask: ModelReview) => Promise<SkillReport>;
};

type JudgeOptions = { readonly suppressor?: Suppressor; readonly memory?: ScanMemory | undefined };

/** Loads the scanner, which takes longer than a validation. */
export async function createScanJudge(
  fails: (verdict: Verdict) => boolean,
  { suppressor, memory }: JudgeOptions = {},
): Promise<ScanJudge> {
  const { createEvidenceCollector, judge } = await import("@skillwright/core/scan");
  const { collect, textsOf, unreadOf } = createEvidenceCollector();
  return {
    settings: { collectEvidence: collect, memory },
    review: async (report, skill, ask) => {
      const concerns = report.findings.some(({ rule }) => rule.startsWith("file."))
        ? []
        : await ask(skill, textsOf(skill));
      return { ...report, findings: [...report.findings, ...concerns] };
    },
    judge: (report, skill) => {
      const allUnread = memory?.recall(skill)?.unread ?? unreadOf(skill);
      const acceptedUnread = suppressor?.acceptUnread(allUnread, skill) ?? [];
      const unread = allUnread.filter((one) => !acceptedUnread.includes(one));
      const all = report.findings.filter(({ category }) => category === "security");
      const suppressed = suppressor?.suppress(all, skill) ?? [];
      const accepted = new Set(suppressed.map(({ finding }) => finding));
      const security = all.filter((finding) => !accepted.has(finding));
      const findings = report.findings.filter((finding) => !accepted.has(finding));
      const { verdict, reasons } = judge(security, unread);
      const isDangerous = verdict === "block" || verdict === "review";
      return {
        ...report,
        findings,
        valid: !isDangerous && findings.every(({ severity }) => severity !== "error"),
        scan: { verdict, reasons, unread, suppressed, acceptedUnread, fails: fails(verdict) },
      };
    },
  };
}
