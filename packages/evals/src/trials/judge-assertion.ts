import type { TryExpression } from "../testing/judge-run.ts";
import type { Assertion, AssertionVerdict } from "./assertion.ts";
import { judgeCommand } from "./judge-command.ts";
import { judgeFile } from "./judge-file.ts";
import { judgeAbsence, judgeExpression, judgeWords } from "./judge-words.ts";
import type { Trial } from "./trial.ts";

/**
 * Whether an assertion is true of a trial, and what shows it; undefined for `custom`, which no program can tell.
 *
 * - `contains`, `not-contains`, `matches-regex` look at everything that the agent itself said, not only at its last words: what it said
 *   before a call counts as well. What tools answered, sub-agents said and files hold does not: the skill's own instructions are
 *   among that, and would fulfil most expectations. Letters count as they are; in expressions `^` and `$` stand for ends of lines.
 * - `file-created`, `file-modified` take a path inside the agent's folder or a pattern (`*`, `?`, `**`, `{a,b}`). A pattern stands for
 *   whole paths: a file in any folder is `**` and a slash before its name, and all in a folder is the folder with a slash after it.
 * - `command-executed` takes a part of a command line, in whole words and with any blanks between them. Commands are what the shell
 *   was given and scripts of skills with their arguments, of sub-agents too. Whether they succeeded does not count, but they must
 *   have been begun: not those that were refused or failed before, or that nobody saw the answer of.
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
