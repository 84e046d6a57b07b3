import { findValue, readMap, readText, readTexts, text, texts } from "@skillwright/core/parse";
import { compact, cutEnd } from "@skillwright/core/text";
import type { RecordShape } from "../testing/read-test-file.ts";
import { type EvalId, type OutputEval, readEvalId } from "./evals-json.ts";
import { formatsLimits } from "./limits.ts";
import { type ReadEvalFile, readResultFile, toJsonText } from "./read-eval-file.ts";

/** File and folder names in a workspace, the same in both dialects. */
export const workspaceFiles = {
  benchmark: "benchmark.json",
  feedback: "feedback.json",
  metadata: "eval_metadata.json",
  grading: "grading.json",
  timing: "timing.json",
  /** In the outputs folder. */
  metrics: "metrics.json",
  history: "history.json",
  comparison: "comparison.json",
  analysis: "analysis.json",
  /** The search for a better description. */
  optimization: "results.json",
  /** Folder of the files a run created. */
  outputs: "outputs",
  /** Folder of the version used as a baseline. */
  snapshot: "skill-snapshot",
} as const;

/** The folder next to a skill that holds its eval results. */
export function workspaceOf(skillFolder: string): string {
  return `${cutEnd(skillFolder, /\//)}-workspace`;
}

export function iterationFolder(iteration: number): string {
  return `iteration-${iteration}`;
}

/** The number in an iteration's folder name; undefined for other names, such as `iteration-01`. */
export function iterationNumber(name: string): number | undefined {
  const digits = /^iteration-(0|[1-9]\d{0,8})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The id of an eval without `eval_metadata.json`: the number in `eval-3`, else the slug. */
export function evalIdOf(evalFolder: string): EvalId {
  const slug = evalFolder.replace(/^eval-/, "");
  return /^(?:0|[1-9]\d{0,8})$/.test(slug) ? Number(slug) : slug;
}

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

/**
 * A unique folder `eval-SLUG` for each eval of an iteration: from its name, else the start of its prompt, else its
 * id.
 */
export function toEvalFolders(
  evals: readonly Pick<OutputEval, "id" | "name" | "prompt">[],
): ReadonlyMap<EvalId, string> {
  const taken = new Set<string>();
  return new Map(
    evals.map(({ id, name, prompt }) => {
      const own = toSlug(String(id));
      const slug = toSlug(name ?? prompt) || own || "unnamed";
      const folder = firstFree([`eval-${slug}`, `eval-${slug}-${own}`], taken);
      taken.add(folder);
      return [id, folder];
    }),
  );
}

function firstFree(wanted: readonly [string, string], taken: ReadonlySet<string>): string {
  const free = wanted.find((folder) => !taken.has(folder));
  if (free !== undefined) return free;
  // Ends after at most `taken.size` steps.
  for (let count = 2; ; count++) if (!taken.has(`${wanted[1]}-${count}`)) return `${wanted[1]}-${count}`;
}

/** Converts text to a folder name: a–z, 0–9 and hyphens, cut between words; empty when no character qualifies. */
export function toSlug(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.slice(0, longest).match(/[a-z0-9]+/g) ?? [];
  let slug = words[0]?.slice(0, formatsLimits.evalSlugCharacters) ?? "";
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > formatsLimits.evalSlugCharacters) break;
    slug = `${slug}-${word}`;
  }
  return slug;
}

/** Prompts can be pages long; the beginning is enough. */
const longest = 1000;

/** The eval that the runs in a folder belong to: `eval_metadata.json`. */
export type EvalMetadata = {
  readonly evalId: EvalId;
  readonly evalName?: string;
  readonly prompt: string;
  readonly assertions: readonly string[];
};

/** The text of `eval_metadata.json`. */
export function toEvalMetadataText({ evalId, evalName, prompt, assertions }: EvalMetadata): string {
  return toJsonText({ eval_id: evalId, eval_name: evalName, prompt, assertions });
}

/** Reads `eval_metadata.json`. */
export function readEvalMetadata(source: string, file: string): ReadEvalFile<EvalMetadata> {
  return readResultFile(source, file, {
    shape: metadataShape,
    read: (node) => {
      const map = readMap(node);
      const list = (key: string): readonly string[] => readTexts(findValue(map, key)) ?? [];
      return {
        value: compact<EvalMetadata>({
          evalId: readEvalId(findValue(map, "eval_id")) ?? "",
          evalName: readText(findValue(map, "eval_name")),
          prompt: readText(findValue(map, "prompt")) ?? "",
          assertions: [...new Set([...list("assertions"), ...list("expectations")])],
        }),
      };
    },
  });
}

const metadataShape: RecordShape = {
  type: "record",
  fields: { eval_id: text, eval_name: text, prompt: text, assertions: texts, expectations: texts },
  required: ["eval_id"],
};
