import type { FileSystem } from "@skillwright/core/discover";
import { readWorkspace } from "./read-workspace.ts";
import type { EvalReportData } from "./report-data.ts";
import { type NewFeedback, saveFeedback } from "./save-feedback.ts";
import { toReportPage } from "./to-report-page.ts";

/** A served report: its current page, and a way to save feedback. */
export type ReportPages = {
  page(): string;
  /** The valid feedback ids. */
  readonly abouts: ReadonlySet<string>;
  save(feedback: NewFeedback): void;
};

type PagesHost = {
  /** The path of the page, ending in `/`. */
  readonly path: string;
  readonly fs: FileSystem;
  today(): number;
};

/** Reads the folder now and again for every page view, always of the same iteration. */
export function createReportPages(folder: string, { path, fs, today }: PagesHost): ReportPages {
  let data = readWorkspace(fs, folder);
  const own = data.folder;
  return {
    page: () => {
      data = readWorkspace(fs, own);
      return toReportPage(data, { server: { path } });
    },
    get abouts() {
      return aboutsOf(data);
    },
    save: (feedback) =>
      saveFeedback(fs, feedback, {
        folder: own,
        dialect: data.dialect,
        now: new Date(today()).toISOString(),
      }),
  };
}

function aboutsOf({ evals, feedback }: EvalReportData): ReadonlySet<string> {
  const shown = evals.flatMap(({ about, runs }) => [about, ...runs.map((run) => run.about)]);
  return new Set([...shown, ...feedback.reviews.map(({ about }) => about)]);
}
