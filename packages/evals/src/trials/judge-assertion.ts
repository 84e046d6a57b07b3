import type { TryExpression } from "../testing/judge-run.ts";
import type { Assertion, AssertionVerdict } from "./assertion.ts";
import { judgeCommand } from "./judge-command.ts";
import { judgeFile } from "./judge-file.ts";
import { judgeAbsence, judgeExpression, judgeWords } from "./judge-words.ts";
import type { Trial } from "./trial.ts";

/**
 * Whether an assertion holds for a trial, with the evidence; undefined for `custom`, which needs a judge or a script.
 *
 * - `contains`, `not-contains` and `matches-regex` look at everything the agent itself said, also before its last
 *   answer. Tool results, words of sub-agents and files do not count: they include the skill's own instructions, which
 *   would meet most expectations. Case matters; in expressions, `^` and `$` match at line ends.
 * - `file-created` and `file-modified` take a path in the agent's folder or a pattern (`*`, `?`, `**`, `{a,b}`) for whole
 *   paths: prefix a name with `**` and a slash to match it in any folder, and end a folder with a slash to match everything
 *   in it.
 * - `command-executed` takes part of a command line, in whole words separated by any white space. It covers shell commands
 *   and scripts of skills with their arguments, also of sub-agents. Commands need not succeed, but must have started: those
 *   that were refused, failed to start, or have no result do not count.
 */
export function judgeAssertion(
  { type, value }: Assertion,
  trial: Trial,
  tryExpression: TryExpression,
): AssertionVerdict | undefined {
  switch (type) {
    case "contains":
      return judgeWords(value, trial);
    case "not-contains":
      return judgeAbsence(value, trial);
    case "matches-regex":
      return judgeExpression(value, trial, tryExpression);
    case "file-created":
    case "file-modified":
      return judgeFile(value, type === "file-created" ? "created" : "modified", trial);
    case "command-executed":
      return judgeCommand(value, trial);
    case "custom":
      return undefined;
  }
}
