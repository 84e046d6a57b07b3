import { printable } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../command.ts";

/** An integer flag within bounds; undefined if absent. */
export function readWhole(
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
