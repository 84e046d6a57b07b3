import { canonicalTool, isScriptTool } from "@skillwright/core/policy";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import { type AnsweredEvent, pairCalls, type Trial } from "./trial.ts";

/** A command that an agent or sub-agent tried to run, and whether it ran. */
export type TrialCommand = {
  /** Equivalent spellings; the first is the original. */
  readonly lines: readonly string[];
  readonly end: "ran" | "refused" | "not-begun" | "unknown";
  /** The tool's result. */
  readonly answer?: string;
};

/** Shell commands and scripts of skills, in order. */
export function findCommands({ events }: Trial): readonly TrialCommand[] {
  const answers = pairCalls(events);
  return events.flatMap((event): readonly TrialCommand[] => {
    const lines = event.type === "called" ? linesOf(event.tool, event.input) : [];
    if (event.type !== "called" || lines.length === 0) return [];
    const answer = answers.get(event);
    return [answer ? { lines, end: endOf(answer), answer: answer.output } : { lines, end: "unknown" }];
  });
}

function linesOf(tool: string, input: unknown): readonly string[] {
  if (!isJsonObject(input)) return [];
  const { command, script, args } = input;
  if (canonicalTool(tool) === "Bash") return typeof command === "string" ? [command] : [];
  if (!isScriptTool(tool) || typeof script !== "string") return [];
  const line = [script, ...wordsOf(args)].join(" ");
  // A call may leave out the folder.
  return script.startsWith("scripts/") ? [line] : [line, `scripts/${line}`];
}

/** Arguments as the script got them: words, or flags by name. The tool refused anything else. */
function wordsOf(args: unknown): readonly string[] {
  if (Array.isArray(args)) return args.filter(isWord).map(String);
  return isJsonObject(args) ? Object.entries(args).flatMap(toFlags) : [];
}

function toFlags([name, value]: readonly [string, unknown]): readonly string[] {
  const flag = name.length === 1 ? `-${name}` : `--${name}`;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => {
    if (one === true) return [flag];
    return isWord(one) ? [flag, String(one)] : [];
  });
}

function isWord(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/**
 * A command that ended has an exit code, and one that was stopped says so; any other failure came before the
 * command started. A success may have any output, since a scenario can provide it.
 */
function endOf({ ok, denied, output }: AnsweredEvent): TrialCommand["end"] {
  if (denied === true) return "refused";
  return ok || hasRun(parseJson(output)) ? "ran" : "not-begun";
}

function hasRun(answer: unknown): boolean {
  if (!isJsonObject(answer)) return false;
  const { result, data, error } = answer;
  const hasCode = [result, data].some(
    (one) => isJsonObject(one) && (Object.hasOwn(one, "return_code") || Object.hasOwn(one, "exit_code")),
  );
  return hasCode || (typeof error === "string" && stopped.test(error));
}

/** How the shell tool reports a command that exceeded its time or resources. */
const stopped =
  /^(?:Timeout exceeded: the command was stopped after \d+ ms\.|The command .+ and was stopped\.)$/;
