import { formatNumber } from "@skillwright/core/text";

/** `1 skill`, `2,000 skills`. */
export function countOf(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;
}
