import { matchRiskRow } from "./match-risk-row.ts";
import { gitOptionsWithValue, gitSubcommands, plainGitOptions } from "./risky-git.ts";
import type { ShellWord } from "./shell-command.ts";

/** {@link riskyArguments} for git, whose subcommands have their own options. */
export function riskyGitArguments(words: readonly ShellWord[]): readonly number[] {
  const risky: number[] = [];
  let index = 1;
  for (; index < words.length; index++) {
    const text = words[index]?.text;
    if (text !== undefined && !text.startsWith("-")) break;
    // `git --help log -w` is `git help log -w`.
    const isHelp = (text === "--help" || text === "-h") && index + 1 < words.length;
    if (text === undefined || isHelp || !plainGitOptions.has(text)) risky.push(index);
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

/** Options that write files or select a repository, paths, and settings that name no program. */
const runsNothing =
  /^(?:-[CPop]|-o.*|--(?:bare|build|expire|filter-to|git-dir|help|in-|index|namespace|no-|outp|paginate|prefix|separate|uns|work-tree).*|create|[./~].*|-h)$/s;
const programSetting =
  /alias|askpass|browser|clean|cmd|command|credential|driver|editor|external|filter|fsmonitor|helper|hook|include|pager|process|program|smudge|textconv|tool|upload|url/i;

/** Whether a risky git argument makes it run another program. */
export function runsForGit(words: readonly ShellWord[], index: number): boolean {
  const text = words[index]?.text;
  if (text === undefined) return false;
  const isSetting = words.slice(1, index).some((word) => word.text === "config");
  if (isSetting) return programSetting.test(text);
  const isPushed = words.slice(1, index).some((word) => word.text === "push" || word.text === "remote");
  return isPushed || !runsNothing.test(text);
}

const plainConfigOptions =
  /^(?:--(?:local|global|system|worktree|show-origin|show-scope|null|name-only|bool|int|path|includes|no-includes|type=\w+)|-z)$/;
const readingOptions = /^(?:--get|--get-all|--get-regexp|--get-urlmatch|--list|-l)$/;

/** Reading settings is fine, and so is setting one's own name; any other setting can name a program. */
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
