import { compact } from "@skillwright/core/text";

/** A run that left files. */
export type FoundRun = {
  /** Absent when the paths begin inside an iteration. */
  readonly iteration?: number;
  readonly evalFolder: string;
  readonly configuration: string;
  readonly run: number;
  readonly folder: string;
  readonly hasGrading: boolean;
  readonly hasTiming: boolean;
};

/**
 * Finds runs by the paths of files in a workspace or an iteration: in the guide's layout (a single run without its
 * own folder), in skill-creator's with `run-N`, and in its older one below `runs/`.
 */
export function findRuns(paths: readonly string[]): readonly FoundRun[] {
  const files = paths.flatMap((path) => readPath(path) ?? []);
  const numbered = new Set(files.filter(({ run }) => run !== undefined).map(({ parent }) => parent));
  // Next to numbered runs, files of the configuration itself do not form a run.
  const counted = files.filter(({ run, parent }) => run !== undefined || !numbered.has(parent));
  return [...Map.groupBy(counted, ({ folder }) => folder).values()]
    .flatMap((group) => toRun(group) ?? [])
    .toSorted(compareRuns);
}

type RunFile = {
  readonly iteration?: number;
  readonly evalFolder: string;
  readonly configuration: string;
  readonly run?: number;
  readonly parent: string;
  readonly folder: string;
  readonly file: string;
};

const pattern =
  /^(?<parent>(?:iteration-(?<iteration>\d{1,9})\/)?(?:runs\/)?(?<evalFolder>eval-[^/]+)\/(?<configuration>(?!inputs\/|outputs\/)[^/]+))\/(?:run-(?<run>\d{1,9})\/)?(?<file>grading\.json|timing\.json|outputs\/.+)$/;

function readPath(path: string): RunFile | undefined {
  const { parent, iteration, evalFolder, configuration, run, file } = pattern.exec(path)?.groups ?? {};
  if (parent === undefined || evalFolder === undefined || configuration === undefined || file === undefined)
    return undefined;
  return compact<RunFile>({
    iteration: iteration === undefined ? undefined : Number(iteration),
    evalFolder,
    configuration,
    run: run === undefined ? undefined : Number(run),
    parent,
    folder: path.slice(0, -file.length - 1),
    file,
  });
}

function toRun(files: readonly RunFile[]): FoundRun | undefined {
  const [first] = files;
  if (!first) return undefined;
  return compact<FoundRun>({
    iteration: first.iteration,
    evalFolder: first.evalFolder,
    configuration: first.configuration,
    run: first.run ?? 1,
    folder: first.folder,
    hasGrading: files.some(({ file }) => file === "grading.json"),
    hasTiming: files.some(({ file }) => file === "timing.json"),
  });
}

function compareRuns(one: FoundRun, other: FoundRun): number {
  return (
    (one.iteration ?? 0) - (other.iteration ?? 0) ||
    compareTexts(one.evalFolder, other.evalFolder) ||
    compareTexts(one.configuration, other.configuration) ||
    one.run - other.run
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
