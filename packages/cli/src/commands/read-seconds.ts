import { printable } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../command.ts";

/** A flag's number of seconds, as milliseconds; undefined when it is absent. */
export function readSeconds(flag: string, invocation: Invocation): number | undefined {
  const text = invocation.option(flag);
  if (text === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= longestSeconds) return Math.ceil(seconds * 1000);
  throw new UsageError(
    `--${flag} is a number of seconds up to ${longestSeconds}; found '${printable(text)}'.`,
  );
}

/** A day; timers cannot count to more than 24 of them. */
const longestSeconds = 86_400;
