import { nodeSha256 } from "@skillwright/core/node";
import type { JsonObject } from "@skillwright/core/text";
import type { Workspace } from "../trials/refuse-links.ts";
import { appendJsonLine, readKeptLines } from "./json-lines.ts";
import type { ListedSources } from "./read-sources.ts";
import { triggerFiles } from "./trigger-files.ts";

/** A run that has shown something; one line of a file. */
export type KeptRun = {
  readonly key: string;
  readonly query: string;
  readonly run: number;
  readonly triggered: boolean;
};

export type KeptRuns = ReadonlyMap<string, KeptRun>;

/** The runs in a workspace, by their keys. */
export function readKeptRuns(place: Workspace): KeptRuns {
  return readKeptLines(place, triggerFiles.runs, readRun);
}

/** Writes a run down; `more` is for people. */
export function keepRun(place: Workspace, run: KeptRun, more: JsonObject): void {
  appendJsonLine(place, triggerFiles.runs, { version: 1, ...run, ...more });
}

export type RunConditions = {
  readonly sources: ListedSources;
  readonly modelLabel: string;
  readonly maxSteps: number;
};

/**
 * A digest of all that a run depends on. Before a skill is used an agent sees nothing of it but what is listed, so that its body is
 * no part of this.
 */
export function createRunKeys(conditions: RunConditions): (query: string, run: number) => string {
  const { sources, modelLabel, maxSteps } = conditions;
  const { skill, neighbours } = sources;
  const listing = [skill, ...neighbours]
    .map(({ name, description, isOffered }) => JSON.stringify([name, description, isOffered]))
    .toSorted();
  const common = digestOf(["trigger-run-1", skill.name, listing, modelLabel, maxSteps]);
  return (query, run) => digestOf([common, query, run]);
}

export function digestOf(value: readonly unknown[]): string {
  return nodeSha256(new TextEncoder().encode(JSON.stringify(value)));
}

function readRun({ key, query, run, triggered }: JsonObject): KeptRun | undefined {
  if (typeof key !== "string" || typeof query !== "string") return undefined;
  if (typeof run !== "number" || typeof triggered !== "boolean") return undefined;
  return { key, query, run, triggered };
}
