import { matchRiskRow } from "./match-risk-row.ts";
import { gitOptionsWithValue, gitSubcommands, plainGitOptions } from "./risky-git.ts";
import type { ShellWord } from "./shell-command.ts";

/** {@link riskyArguments} for git, whose subcommands have options of their own. */
export function riskyGitArguments(words: readonly ShellWord[]): readonly number[] {
  const risky: number[] = [];
  let index = 1;
  for (; index < words.length; index++) {
    const text = words[index]?.text;
    if (text !== undefined && !text.startsWith("-")) break;
    if (text === undefined || !plainGitOptions.has(text)) risky.push(index);
    if (gitOptionsWithValue.has(text ?? "")) index++;
  }
  const subcommand = words[index]?.text;
  if (subcommand === undefined) return risky;
  const row = gitSubcommands.get(subcommand);
  if (row === undefined) return [...risky, index];
  const further =
    subcommand === "config" ? riskyConfig(words, index + 1) : matchRiskRow(row, words, index + 1);
  return [...risky, ...further];
}

const plainConfigOptions =
  /^(?:--(?:local|global|system|worktree|show-origin|show-scope|null|name-only|bool|int|path|includes|no-includes|type=\w+)|-z)$/;
const readingOptions = /^(?:--get|--get-all|--get-regexp|--get-urlmatch|--list|-l)$/;

/** Reading settings is fine, and setting one's own name; any other setting can name a program. */
function riskyConfig(words: readonly ShellWord[], start: number): readonly number[] {
  const risky: number[] = [];
  const operands: number[] = [];
  let reads = false;
  for (let index = start; index < words.length; index++) {
    const text = words[index]?.text;
    if (text === undefined) risky.push(index);
    else if (readingOptions.test(text)) reads = true;
    else if (!text.startsWith("-") || operands.length === 1) operands.push(index);
    else if (!plainConfigOptions.test(text)) risky.push(index);
  }
  const [key] = operands;
  if (key === undefined || reads || isHarmlessConfig(operands.map((at) => words[at]?.text ?? "")))
    return risky;
  return [...risky, key];
}

function isHarmlessConfig([first = "", ...rest]: readonly string[]): boolean {
  if (first === "get" || first === "list") return true;
  if (rest.length === 0) return first.includes(".");
  return rest.length === 1 && /^user\.(?:name|email)$/i.test(first);
}
