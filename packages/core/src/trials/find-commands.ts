import { SkillError } from "../error.ts";
import { formatError } from "../format.ts";
import { isScriptTool } from "../policy/skill-tools.ts";
import { canonicalTool } from "../policy/tool-names.ts";
import { isJsonObject } from "../text/parse-json.ts";
import type { Trial, TrialEvent } from "./trial.ts";

/** A command that an agent or one of its sub-agents wanted to run, and whether it was. */
export type TrialCommand = {
  /** The ways in which it may be written; the first is as it was. */
  readonly lines: readonly string[];
  readonly end: "ran" | "refused" | "not-run" | "unknown";
};

/** The shell's command lines and the scripts of skills, in order. */
export function findCommands({ events }: Trial): readonly TrialCommand[] {
  const found: TrialCommand[] = [];
  const open = new Map<string, number>();
  for (const event of events) {
    if (event.type === "said") continue;
    // Sub-agents count their calls for themselves, and one after the other may use the same names for them.
    const key = JSON.stringify([event.agent, event.call]);
    const at = open.get(key);
    const command = at === undefined ? undefined : found[at];
    if (event.type === "answered" && at !== undefined && command) {
      found[at] = { ...command, end: endOf(event) };
      open.delete(key);
    }
    const lines = event.type === "called" ? linesOf(event.tool, event.input) : [];
    if (lines.length > 0) open.set(key, found.push({ lines, end: "unknown" }) - 1);
  }
  return found;
}

function linesOf(tool: string, input: unknown): readonly string[] {
  if (!isJsonObject(input)) return [];
  const { command, script, args } = input;
  if (canonicalTool(tool) === "Bash") return typeof command === "string" ? [command] : [];
  if (!isScriptTool(tool) || typeof script !== "string") return [];
  const line = [script, ...wordsOf(args)].join(" ");
  // The folder may be left out in a call.
  return script.startsWith("scripts/") ? [line] : [line, `scripts/${line}`];
}

/** Arguments as a script gets them: words, or flags by name. What is neither was refused by the tool. */
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

function endOf({
  ok,
  denied,
  output,
}: Extract<TrialEvent, { readonly type: "answered" }>): TrialCommand["end"] {
  if (denied === true) return "refused";
  return !ok && output.includes(noSandbox) ? "not-run" : "ran";
}

/** How every answer ends that was given for want of a sandbox. */
const noSandbox = formatError(new SkillError("sandbox-unavailable", { what: "" })).trim();
