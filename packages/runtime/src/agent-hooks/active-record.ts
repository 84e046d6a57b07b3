import type { ToolPattern } from "@skillwright/core/parse";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import type { FoundSkill } from "./judge-parts.ts";

/** An active skill as it was when loaded; later changes to its SKILL.md lift no restriction. */
export type ActiveRecord = FoundSkill & {
  readonly activation: string;
  /** Our own server loaded it, so its tool may leave it again; skills loaded by an agent or user last for the turn. */
  readonly loader?: "own-server";
  /** Why a skill the user named must not be used. Not every agent can be stopped at that point, so its calls are. */
  readonly refused?: string;
};

/** Serializes the records. */
export function toRecordText(records: readonly ActiveRecord[]): string {
  return `${JSON.stringify({ active: records.map(toPlain) })}\n`;
}

/** Parses serialized records; undefined for anything else. */
export function parseRecords(text: string): readonly ActiveRecord[] | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  return parseList(value.active, parseRecord);
}

/** Drops all other fields. */
function toPlain(record: ActiveRecord): ActiveRecord {
  const { name, directory, digest, activation, loader, refused, requestedTools, disallowedTools } = record;
  return {
    ...{ name, directory, digest, activation },
    ...(loader === undefined ? {} : { loader }),
    ...(refused === undefined ? {} : { refused }),
    ...(requestedTools === undefined ? {} : { requestedTools: requestedTools.map(toPattern) }),
    ...(disallowedTools === undefined ? {} : { disallowedTools: disallowedTools.map(toPattern) }),
  };
}

function toPattern({ text, tool, pattern }: ToolPattern): ToolPattern {
  return { text, tool, ...(pattern === undefined ? {} : { pattern }) };
}

/** All or nothing: half a list would be half a restriction. */
function parseList<T>(value: unknown, parse: (one: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const parsed = value.map(parse);
  const sound = parsed.filter((one) => one !== undefined);
  return sound.length === parsed.length ? sound : undefined;
}

function parseRecord(value: unknown): ActiveRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const { name, directory, digest, activation, loader, refused } = value;
  if (typeof name !== "string" || typeof directory !== "string") return undefined;
  if (typeof digest !== "string" || typeof activation !== "string") return undefined;
  if (refused !== undefined && typeof refused !== "string") return undefined;
  if (loader !== undefined && loader !== "own-server") return undefined;
  const requested = parsePatterns(value.requestedTools);
  const disallowed = parsePatterns(value.disallowedTools);
  if (requested === undefined || disallowed === undefined) return undefined;
  return toPlain({
    ...{ name, directory, digest, activation },
    ...(loader === undefined ? {} : { loader }),
    ...(refused === undefined ? {} : { refused }),
    ...(requested === absent ? {} : { requestedTools: requested }),
    ...(disallowed === absent ? {} : { disallowedTools: disallowed }),
  });
}

const absent: readonly ToolPattern[] = [];

function parsePatterns(value: unknown): readonly ToolPattern[] | undefined {
  return value === undefined ? absent : parseList(value, parsePattern);
}

function parsePattern(value: unknown): ToolPattern | undefined {
  if (!isJsonObject(value)) return undefined;
  const { text, tool, pattern } = value;
  if (typeof text !== "string" || typeof tool !== "string") return undefined;
  if (pattern === undefined) return { text, tool };
  return typeof pattern === "string" ? { text, tool, pattern } : undefined;
}
