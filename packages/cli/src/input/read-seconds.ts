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
