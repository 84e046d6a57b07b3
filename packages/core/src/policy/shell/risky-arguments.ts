import { policyLimits } from "../limits.ts";
import { commandsInside } from "./commands-inside.ts";
import { matchRiskRow } from "./match-risk-row.ts";
import { programName } from "./program-name.ts";
import { riskyGitArguments, runsForGit } from "./risky-git-arguments.ts";
import { riskyPrograms } from "./risky-programs.ts";
import type { ShellWord } from "./shell-command.ts";

/**
 * Indexes of the words that may make a program run others or write files, including words not known in advance that
 * might become such. `words.length` stands for words outside the command itself. A pattern with a wildcard in one of
 * these places does not cover the command.
 */
export function riskyArguments(words: readonly ShellWord[], depth = 0): readonly number[] {
  const program = programName(words[0]?.text ?? "");
  if (program === "git") return riskyGitArguments(words);
  const row = riskyPrograms.get(program);
  if (row) return matchRiskRow(row, words, 1);
  return riskyInside(words, depth);
}

/** For wrapper programs: the program they run, and what is risky for it. */
function riskyInside(words: readonly ShellWord[], depth: number): readonly number[] {
  const inside =
    depth < policyLimits.shellDepth
      ? commandsInside({ assignments: [], words, redirections: [] })
      : "unknown";
  if (inside === "unknown") return [...words.keys(), words.length].slice(1);
  return inside.flatMap((command) =>
    [0, ...riskyArguments(command.words, depth + 1)].map((index) => {
      const word = command.words[index];
      const place = word ? words.indexOf(word) : -1;
      return place === -1 ? words.length : place;
    }),
  );
}

/**
 * Whether an argument makes the program run another one, not merely write a file. Not used for what `commandsInside`
 * sees through: shells, interpreters, `find` and wrappers.
 */
export function runningArguments(words: readonly ShellWord[]): boolean {
  const program = programName(words[0]?.text ?? "");
  const risky = riskyArguments(words);
  if (program === "git") return risky.some((index) => runsForGit(words, index));
  const runs = riskyPrograms.get(program)?.runs;
  return runs !== undefined && risky.some((index) => runs.test(words[index]?.text ?? ""));
}
