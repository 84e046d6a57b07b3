import type { ReportSummary, SkillReport } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import { UsageError } from "../command.ts";

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
