import { reportLimits } from "./limits.ts";
import type { OpenFolder } from "./open-folder.ts";
import { readComparisons } from "./read-comparisons.ts";
import { createPageRoom, type PageRoom } from "./read-outputs.ts";
import { readReportRun } from "./read-report-run.ts";
import { evalPathOf, type MeasuredRun } from "./read-run-results.ts";
import type { ReportConfiguration, ReportEval } from "./report-data.ts";

/** Groups runs by eval, sorted by id; then by configuration and number. */
export function toReportEvals(
  folder: OpenFolder,
  measured: readonly MeasuredRun[],
  configurations: readonly ReportConfiguration[],
): readonly ReportEval[] {
  const room = createPageRoom();
  const place = ({ result }: MeasuredRun): number =>
    configurations.findIndex(({ name }) => name === result.configuration);
  const groups = Map.groupBy(measured, ({ result }) => result.evalId);
  return [...groups.values()]
    .map((group) =>
      group.toSorted((one, other) => place(one) - place(other) || one.result.run - other.result.run),
    )
    .toSorted((one, other) => byNumbers.compare(idOf(one), idOf(other)))
    .flatMap((group) => toReportEval(folder, group, room) ?? []);
}

const byNumbers: Intl.Collator = new Intl.Collator("en", { numeric: true });

function idOf([first]: readonly MeasuredRun[]): string {
  return String(first?.result.evalId ?? "");
}

function toReportEval(
  folder: OpenFolder,
  group: readonly MeasuredRun[],
  room: PageRoom,
): ReportEval | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const { evalId, evalName } = first.result;
  const metadata = group.find((one) => one.metadata !== undefined)?.metadata;
  const found = group.find((one) => one.found !== undefined)?.found;
  const evalFolder = found?.evalFolder;
  const graded = group.flatMap(({ result }) => result.grades.map(({ text }) => text));
  const assertions = [...new Set([...(metadata?.assertions ?? []), ...graded])];
  return {
    id: evalId,
    name: metadata?.evalName ?? evalName ?? toName(evalFolder ?? `eval-${evalId}`),
    about: evalFolder ?? `eval-${evalId}`,
    ...(metadata === undefined || metadata.prompt === "" ? {} : { prompt: metadata.prompt }),
    assertions: assertions.slice(0, reportLimits.reportStatements),
    assertionsLeftOut: Math.max(0, assertions.length - reportLimits.reportStatements),
    runs: group.map((one) => readReportRun(folder, one, room)),
    comparisons: found === undefined ? [] : readComparisons(folder, evalPathOf(found)),
  };
}

/** `Fill a form` for `eval-fill-a-form`. */
function toName(evalFolder: string): string {
  const words = evalFolder.replace(/^eval-/, "").replaceAll("-", " ");
  return /^\d+$/.test(words) ? `Eval ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}
