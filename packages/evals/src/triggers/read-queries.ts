import type { FileSystem } from "@skillwright/core/discover";
import { readTriggerQueries } from "../formats/trigger-queries.ts";
import type { TriggerQuery } from "../formats/trigger-results.ts";
import type { TestFileProblem } from "../testing/case.ts";
import { openSuiteFiles, problemAtTop } from "../testing/suite-files.ts";

/** The queries of a skill, or their problems. */
export type SkillQueries =
  | { readonly status: "none" }
  | {
      readonly status: "faulty";
      readonly problems: readonly TestFileProblem[];
      readonly notes: readonly TestFileProblem[];
    }
  | {
      readonly status: "ready";
      readonly file: string;
      /** Each text once, in the order of the file. */
      readonly queries: readonly TriggerQuery[];
      readonly notes: readonly TestFileProblem[];
    };

/** The guide's name first, then skill-creator's two. */
const fileNames = ["eval_queries.json", "eval_set.json", "trigger_eval.json"] as const;

export function readQueries(fs: FileSystem, directory: string): SkillQueries {
  const files = openSuiteFiles(fs, directory);
  const entries = files.list("evals");
  if ("problem" in entries) return { status: "faulty", problems: [entries.problem], notes: [] };
  const [name, ...others] = fileNames.filter((one) => entries.names.includes(one));
  if (name === undefined) return { status: "none" };
  const file = `evals/${name}`;
  const unread = others.map((other) => problemAtTop(`evals/${other}`, `Ignored because ${file} exists.`));
  const read = files.read(file);
  if ("problem" in read) return { status: "faulty", problems: [read.problem], notes: unread };
  const parsed = readTriggerQueries(read.text, file);
  const notes = [...parsed.notes, ...unread];
  if (!parsed.ok) return { status: "faulty", problems: parsed.problems, notes };
  return { status: "ready", file, queries: mergeQueries(parsed.value), notes };
}

/** The reader rejects duplicates with different answers. */
function mergeQueries(queries: readonly TriggerQuery[]): readonly TriggerQuery[] {
  return [...new Map(queries.map((one) => [one.query, one])).values()];
}
