import { isJsonObject, parseJson } from "../text/json.ts";
import type { ChainEnd } from "./chain.ts";

/**
 * The file beside a log that records where the log ends, so that a removed tail is noticed: `audit.jsonl` has
 * `audit.head`.
 */
export function headFileOf(log: string): string {
  return `${log.replace(/\.jsonl$/, "")}.head`;
}

export function toHeadText({ sequence, hash }: ChainEnd): string {
  return `${JSON.stringify({ version: 1, sequence, hash })}\n`;
}

/** Reads the output of `toHeadText`, otherwise undefined. */
export function parseHead(text: string): ChainEnd | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const { sequence, hash } = value;
  if (typeof sequence !== "number" || typeof hash !== "string") return undefined;
  const end = { sequence, hash };
  return toHeadText(end) === text && Number.isInteger(sequence) && /^[0-9a-f]{64}$/.test(hash)
    ? end
    : undefined;
}

/** Longest possible head, with some room. */
export const headBytes = 256;
