import { printable } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../command.ts";

/** A flag in seconds, as milliseconds; undefined if absent. */
export function readSeconds(flag: string, invocation: Invocation): number | undefined {
  const text = invocation.option(flag);
  if (text === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= longestSeconds) return Math.ceil(seconds * 1000);
  throw new UsageError(
    `--${flag} must be a number of seconds up to ${longestSeconds}; found '${printable(text)}'.`,
  );
}

/** One day; timers overflow after 24 days. */
const longestSeconds = 86_400;

/** An integer flag within bounds; undefined if absent. */
export function readInteger(
  invocation: Invocation,
  flag: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  const text = invocation.option(flag);
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `--${flag} must be a whole number from ${least} to ${most}; found '${printable(text)}'.`,
  );
}
