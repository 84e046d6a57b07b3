import type { Clock } from "../clock.ts";

/** Wait time requested by a provider: in milliseconds, in seconds, or until a date. */
export function readRetryAfter(
  headers: Readonly<Record<string, unknown>>,
  clock: Pick<Clock, "now">,
): number | undefined {
  const milliseconds = toNumber(headers["retry-after-ms"]);
  if (milliseconds !== undefined) return Math.ceil(milliseconds / 1000);
  const after = headers["retry-after"];
  const seconds = toNumber(after);
  if (seconds !== undefined) return Math.ceil(seconds);
  // `Date.parse` would turn almost any number into a date.
  const moment = typeof after === "string" && /[a-z]/i.test(after) ? Date.parse(after) : Number.NaN;
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - clock.now()) / 1000));
}

function toNumber(value: unknown): number | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
