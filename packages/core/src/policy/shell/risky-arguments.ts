import { policyLimits } from "../limits.ts";
import { commandsInside, insideWrapper, runsOthers } from "./commands-inside.ts";
import { interpreters, namesScript } from "./inside-programs.ts";
import { matchRiskRow } from "./match-risk-row.ts";
import { plainPrograms } from "./plain-programs.ts";
import { gitOptionsWithValue, gitSubcommands, plainGitOptions } from "./risky-git.ts";
import { defaultRow, riskyPrograms } from "./risky-programs.ts";
import { programName, type ShellCommand, type ShellWord } from "./shell-command.ts";
import { projectRunners } from "./wrapper-programs.ts";

/**
 * Indexes of the words that may make a program run others or write files, including words not known in advance that
 * might become such. `words.length` stands for words outside the command itself. A pattern with a wildcard in one of
 * these places does not cover the command.
 */
export function riskyArguments(command: Fed, depth = 0): readonly number[] {
  const text = command.words[0]?.text ?? "";
  const program = programName(text);
  if (program === "git") return riskyGitArguments(command);
  const row = riskyPrograms.get(program);
  if (row) return [...matchRiskRow(row, command, 1), ...riskyInModule(command, depth)];
  if (runsOthers(program)) return riskyInside(command, depth);
  const isGranted = plainPrograms.has(program) || projectRunners.has(program) || isOwnScript(text);
  return isGranted ? [] : matchRiskRow(defaultRow, command, 1);
}

/** A command's words and input. */
type Fed = Pick<ShellCommand, "words" | "input">;

/** A script of the skill or the project: who lists it knows its options. */
function isOwnScript(program: string): boolean {
  return program.includes("/") && !/^\/(?:usr|bin|sbin|opt|snap)\//.test(program);
}

/** For wrapper programs: the program they run, and what is risky for it. */
function riskyInside({ words, input }: Fed, depth: number): readonly number[] {
  const name = programName(words[0]?.text ?? "");
  const inside =
    depth < policyLimits.shellDepth
      ? commandsInside({ assignments: [], words, redirections: [], ...(input && { input }) })
      : "unknown";
  if (!isList(inside) || (interpreters.has(name) && !startsScript(words)))
    return [...words.keys(), words.length].slice(1);
  return inside.flatMap((command) =>
    [0, ...riskyArguments(command, depth + 1)].map((index) => {
      const word = command.words[index];
      const place = word ? words.indexOf(word) : -1;
      return place === -1 ? words.length : place;
    }),
  );
}

/** `python3 -m pylint …`: a module that is a program with risks of its own, or one that runs others. */
function riskyInModule(command: Fed, depth: number): readonly number[] {
  const { words } = command;
  if (interpreters.get(programName(words[0]?.text ?? ""))?.module === undefined) return [];
  const inside = commandsInside({ assignments: [], redirections: [], ...command });
  const [module] = isList(inside) ? inside : [];
  const name = module?.words[0]?.text ?? "";
  const runner = projectRunners.get(name);
  if (module === undefined || depth >= policyLimits.shellDepth) return [];
  if (runner) return insideWrapper(runner, module.words).length === 0 ? [] : [words.length];
  // A file with settings, as in `python3 -m pytest -c x`, is one of the project.
  if (!runsOthers(name)) return runningArguments(module.words) ? [words.length] : [];
  const start = words.length - module.words.length;
  return riskyArguments(module, depth + 1).map((index) => start + index);
}

/** A word not known in advance in place of a script may hold code. */
function startsScript(words: readonly ShellWord[]): boolean {
  return words.every((word) => word.text !== undefined || namesScript(word));
}

function isList(inside: ReturnType<typeof commandsInside>): inside is readonly ShellCommand[] {
  return Array.isArray(inside);
}

/**
 * Whether an argument makes the program run another one, not merely write a file. Not used for what `commandsInside`
 * sees through: shells, interpreters, `find` and wrappers.
 */
export function runningArguments(words: readonly ShellWord[]): boolean {
  const program = programName(words[0]?.text ?? "");
  const risky = riskyArguments({ words });
  if (program === "git") {
    const config = words.findIndex(({ text }) => text === "config");
    const remote = words.findIndex(({ text }) => text === "push" || text === "remote");
    return risky.some((index) => runsForGit(words, index, { config, remote }));
  }
  const runs = riskyPrograms.get(program)?.runs;
  return runs !== undefined && risky.some((index) => runs.test(words[index]?.text ?? ""));
}

/** {@link riskyArguments} for git, whose subcommands have their own options. */
function riskyGitArguments({ words }: Fed): readonly number[] {
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
    subcommand === "config" ? riskyConfig(words, index + 1) : matchRiskRow(row, { words }, index + 1);
  return [...risky, ...further];
}

/** Options that write files or select a repository, paths, and settings that name no program. */
const runsNothing =
  /^(?:-[CPop]|-o.*|--(?:bare|build|expire|filter-to|git-dir|help|in-|index|namespace|no-|outp|paginate|prefix|separate|uns|work-tree).*|create|lfs|[./~].*|-h)$/s;
const programSetting =
  /alias|askpass|browser|clean|cmd|command|credential|driver|editor|external|filter|fsmonitor|helper|hook|include|pager|process|program|smudge|textconv|tool|upload|url/i;

/** Settings for one command that name no program. */
const plainGitSetting =
  /^(?:advice\.\w+|color\.[\w.]+|column\.\w+|commit\.gpgsign|core\.(?:abbrev|autocrlf|bigfilethreshold|compression|eol|filemode|ignorecase|longpaths|preloadindex|quotepath|safecrlf|symlinks|whitespace)|diff\.(?:algorithm|colormoved|context|mnemonicprefix|noprefix|renamelimit|renames)|fetch\.prune|gc\.auto|http\.(?:extraheader|lowspeed\w+|postbuffer|sslverify|version)|init\.defaultbranch|log\.\w+|merge\.(?:conflictstyle|ff|renamelimit)|protocol\.version|pull\.(?:ff|rebase)|push\.(?:autosetupremote|default)|rebase\.(?:autosquash|autostash)|safe\.directory|status\.\w+|submodule\.recurse|tag\.gpgsign|user\.(?:email|name|signingkey))=/i;

/** Whether a risky git argument makes it run another program. */
function runsForGit(
  words: readonly ShellWord[],
  index: number,
  { config, remote }: { readonly config: number; readonly remote: number },
): boolean {
  const text = words[index]?.text;
  if (text === undefined) return false;
  if (text === "-c") return !plainGitSetting.test(words[index + 1]?.text ?? "");
  if (config !== -1 && config < index) return programSetting.test(text);
  return (remote !== -1 && remote < index) || !runsNothing.test(text);
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
