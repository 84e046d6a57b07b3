import type { Finding } from "@skillwright/core";
import type { ReportSummary, SkillReport } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import type { Unread, Verdict } from "@skillwright/core/scan";
import { UsageError } from "../command.ts";

/** What a scan says about one skill. */
export type ReportedScan = {
  readonly verdict: Verdict;
  readonly reasons: readonly Finding[];
  readonly unread: readonly Unread[];
  /** Findings that a person has accepted; they do not count, and are not among the report's findings. */
  readonly suppressed: readonly SuppressedFinding[];
  /** What was not read and a person has accepted so; it does not count, and is not in `unread`. */
  readonly acceptedUnread: readonly Unread[];
  /** Whether the verdict makes the command fail. */
  readonly fails: boolean;
};

export type SuppressedFinding = {
  readonly finding: Finding;
  readonly reason: string;
  /** The last day on which it counts. */
  readonly expires?: string;
};

/** A report of a check; `scan` is present where the skill was scanned. */
export type CheckedReport = SkillReport & { readonly scan?: ReportedScan };

export type CheckedSummary = ReportSummary & { readonly verdicts?: Readonly<Record<Verdict, number>> };

/** Turns reports into output, one skill at a time, so that memory use stays constant. */
export type Reporter = {
  begin(): string;
  skill(report: CheckedReport, skill: LoadedSkill): string;
  end(summary: CheckedSummary): string;
};

export type ReporterOptions = {
  /** check, validate, lint or scan. */
  readonly command: string;
  readonly profile: string;
  readonly color: boolean;
  readonly columns: number;
  /** Only findings that fail are reported; text for people is empty without any. */
  readonly quiet: boolean;
};

const loaders: Readonly<Record<string, () => Promise<(options: ReporterOptions) => Reporter>>> = {
  text: async () => (await import("./text.ts")).createTextReporter,
  json: async () => (await import("./json.ts")).createJsonReporter,
  sarif: async () => (await import("./sarif.ts")).createSarifReporter,
  github: async () => (await import("./github.ts")).createGithubReporter,
  junit: async () => (await import("./junit.ts")).createJunitReporter,
  summary: async () => (await import("./summary.ts")).createSummaryReporter,
};

/** The formats of `--format`; the summary has its own option. */
export const reporterNames: readonly string[] = Object.keys(loaders).filter((name) => name !== "summary");

export async function createReporter(format: string, options: ReporterOptions): Promise<Reporter> {
  const load = Object.hasOwn(loaders, format) ? loaders[format] : undefined;
  if (!load) throw new UsageError(`--format is one of ${reporterNames.join(", ")}; found '${format}'.`);
  return (await load())(options);
}
