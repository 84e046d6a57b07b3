import { formatError, SkillError } from "@skillwright/core";
import { digestSkill, type FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import type { TestFileProblem } from "../testing/case.ts";
import { problemAtTop } from "../testing/suite-files.ts";

/**
 * Leaves out neighbors that cannot be copied for an agent, such as one with a pipe or a link that leads out of it: a
 * broken neighbor must not prevent measuring this skill.
 */
export function excludeUnusable(
  fs: FileSystem,
  neighbors: readonly string[],
): { readonly neighbors: readonly string[]; readonly notes: readonly TestFileProblem[] } {
  const judged = neighbors.map((directory) => ({ directory, fault: findFault(fs, directory) }));
  return {
    neighbors: judged.filter(({ fault }) => fault === undefined).map(({ directory }) => directory),
    notes: judged.flatMap(({ directory, fault }) => {
      const name = printable(directory.slice(directory.lastIndexOf("/") + 1));
      return fault === undefined
        ? []
        : [problemAtTop("SKILL.md", `The skill ${name} is not listed as a neighbor: ${fault}`)];
    }),
  };
}

/** A skill that can be digested can be copied. */
function findFault(fs: FileSystem, directory: string): string | undefined {
  try {
    digestSkill(fs, directory, nodeSha256);
    return undefined;
  } catch (error) {
    if (error instanceof SkillError) return printable(formatError(error));
    throw error;
  }
}
