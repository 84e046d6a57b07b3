import { printable } from "@skillwright/core/text";
import type { TestFileProblem } from "@skillwright/evals";
import { type LineLook, sentenceLines } from "./failure-lines.ts";

/**
 * Formats problems in the case files of a skill, with locations that terminals and editors can open. A problem shared
 * by several cases is printed once.
 */
export function createProblemLines(
  path: string,
  { style, columns }: LineLook,
): (problems: readonly TestFileProblem[]) => readonly string[] {
  const told = new Set<string>();
  return (problems) =>
    problems.flatMap(({ file, range: { start }, message }) => {
      const place = `${printable(`${path}/${file}`)}:${start.line}:${start.column}`;
      const known = told.has(place + message);
      told.add(place + message);
      if (known) return [style.dim(`as above: ${printable(file)}:${start.line}:${start.column}`)];
      const words = sentenceLines(message, { columns: columns - 2 });
      return [style.underline(place), ...words.map((line) => `  ${line}`)];
    });
}
