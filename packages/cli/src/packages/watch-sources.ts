import {
  formatSource,
  type GitProgress,
  type Progress,
  type Source,
  type SourceSpec,
} from "@skillwright/packaging";
import type { Io } from "../io.ts";
import { drawWhile } from "../terminal/progress.ts";
import { fitText } from "../terminal/safe-text.ts";

/** Shows on a terminal what is fetched, and how much of it is there. */
export type SourceWatch = {
  readonly onGit: (progress: GitProgress) => void;
  readonly onDownload: (progress: Progress) => void;
  /** The same source, shown while it works for more than a second. */
  watch(source: Source): Source;
};

export function createSourceWatch(io: Io): SourceWatch {
  let state = "";
  const show = <Value>(verb: string, spec: SourceSpec, work: Promise<Value>): Promise<Value> => {
    state = "";
    const name = formatSource(spec, { from: io.cwd });
    return drawWhile(work, () => fitText(`${verb} ${name}${state}`, io.terminal.columns - 1), io);
  };
  return {
    onGit: ({ phase, percent, received }) => {
      state = `: ${phase.toLowerCase()} ${percent} %${received === undefined ? "" : `, ${received}`}`;
    },
    onDownload: ({ received, total }) => {
      state = `: ${megabytes(received)}${total === undefined ? "" : ` of ${megabytes(total)}`} MB`;
    },
    watch: (source) => ({
      versions: (spec) => show("Reading versions of", spec, source.versions(spec)),
      resolve: (spec) => show("Looking up", spec, source.resolve(spec)),
      fetch: (spec, release) => show("Fetching", spec, source.fetch(spec, release)),
    }),
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
