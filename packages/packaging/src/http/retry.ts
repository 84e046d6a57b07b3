import { packagingLimits } from "../limits.ts";
import type { Answer } from "./exchange.ts";

/**
 * How long to wait before asking again, in milliseconds; undefined if that would not help. Requests that change something are
 * repeated only when the server said that it did nothing.
 */
export function retryDelay(
  { status, headers }: Pick<Answer, "status" | "headers">,
  { method, attempt, now }: { readonly method: string; readonly attempt: number; readonly now: number },
): number | undefined {
  const isSafe = method === "GET" || method === "HEAD";
  if (status !== 429 && !(isSafe && repeated.has(status))) return undefined;
  const asked = readRetryAfter(headers["retry-after"], now);
  if (asked === undefined) return backoff(attempt);
  return asked <= packagingLimits.retryAfterMs ? asked : undefined;
}

const repeated = new Set([408, 500, 502, 503, 504]);

/** 0.25, 0.5, 1 second … */
export function backoff(attempt: number): number {
  return 250 * 2 ** attempt;
}

/** Seconds, or a date. */
function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
