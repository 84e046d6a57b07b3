import { nodeSha256 } from "@skillwright/core/node";
import type { JsonObject } from "@skillwright/core/text";
import type { Workspace } from "../trials/refuse-links.ts";
import type { ListedSources } from "./listed-skills.ts";
import { appendJsonLine, readSavedLines } from "./workspace-files.ts";

/** A completed run; one line of the file. */
export type SavedTriggerRun = {
  readonly key: string;
  readonly query: string;
  readonly run: number;
  readonly triggered: boolean;
};

export type SavedTriggerRuns = ReadonlyMap<string, SavedTriggerRun>;

/** The saved runs of a workspace, by key. */
export function readSavedRuns(place: Workspace): SavedTriggerRuns {
  return readSavedLines(place, triggerFiles.runs, readRun);
}

/** Saves a run; `more` is information for people. */
export function saveRun(place: Workspace, run: SavedTriggerRun, more: JsonObject): void {
  appendJsonLine(place, triggerFiles.runs, { version: 1, ...run, ...more });
}

export type RunConditions = {
  readonly sources: ListedSources;
  readonly modelLabel: string;
  readonly maxSteps: number;
};

/**
 * Digests everything a run depends on. Before activation an agent sees only the listing, so the skill's body is not
 * part of it.
 */
export function createRunKeys(conditions: RunConditions): (query: string, run: number) => string {
  const { sources, modelLabel, maxSteps } = conditions;
  const { skill, neighbors } = sources;
  const listing = [skill, ...neighbors]
    .map(({ name, description, isOffered }) => JSON.stringify([name, description, isOffered]))
    .toSorted();
  const common = digestOf(["trigger-run-1", skill.name, listing, modelLabel, maxSteps]);
  return (query, run) => digestOf([common, query, run]);
}

export function digestOf(value: readonly unknown[]): string {
  return nodeSha256(new TextEncoder().encode(JSON.stringify(value)));
}

function readRun({ key, query, run, triggered }: JsonObject): SavedTriggerRun | undefined {
  if (typeof key !== "string" || typeof query !== "string") return undefined;
  if (typeof run !== "number" || typeof triggered !== "boolean") return undefined;
  return { key, query, run, triggered };
}

/** Earlier descriptions by the digest of their inputs. */
export function readImprovements(place: Workspace): ReadonlyMap<string, string> {
  return readSavedLines(place, triggerFiles.improvements, ({ description }) =>
    typeof description === "string" ? description : undefined,
  );
}

export function saveImprovement(place: Workspace, key: string, description: string): void {
  appendJsonLine(place, triggerFiles.improvements, { version: 1, key, description });
}

/** File names inside the workspace of a skill's evals. */
export const triggerFiles = {
  /** One line per run. */
  runs: "triggers/runs.jsonl",
  /** One line per description that a model wrote. */
  improvements: "triggers/improvements.jsonl",
  results: "triggers/trigger_results.json",
  train: "triggers/train_queries.json",
  validation: "triggers/validation_queries.json",
  optimization: "triggers/optimization/results.json",
  /** Folder with one file per request for a description. */
  logs: "triggers/optimization/logs",
} as const;
