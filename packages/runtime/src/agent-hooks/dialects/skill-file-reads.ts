import { posix } from "node:path";
import { isJsonObject } from "@skillwright/core/text";
import type { ReportedCall } from "../agent-dialect.ts";
import { agentHooksLimits } from "../limits.ts";

/** The folder of the skill whose SKILL.md a path leads to, as an entry of `loads`; undefined for other files. */
export function skillFolderOf(path: string, cwd: string): string | undefined {
  const file = posix.normalize(withSlashes(path).replace(/^file:\/\/(?=\/)/i, "")).replace(/\/$/, "");
  if (!/(?:^|\/)SKILL\.md$/i.test(file)) return undefined;
  return posix.dirname(posix.normalize(isAbsolute(file) ? file : `${withSlashes(cwd)}/${file}`));
}

/**
 * The skills whose SKILL.md a command line names, for agents that load skills by reading them. For a relative path the
 * starting folder is a guess, since a command may run anywhere, so the skill's folder name counts as well. Wildcards
 * and variables stay unknown: this sees what agents do, not what they could hide. Stops after one more than the limit,
 * so that the caller can refuse.
 */
export function skillsReadBy(command: string, cwd: string): readonly string[] {
  const found = new Set<string>();
  // Most commands name no skill, and splitting a long one into words takes half a second per megabyte.
  if (!/SKILL\.md/i.test(command.replace(/["']/g, ""))) return [];
  let folder = "";
  for (const segment of command.split(/&&|\|\||[;|&\n]/)) {
    const words = Array.from(segment.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'`<>()])+/g), unquote);
    const [program = "", target] = words;
    if (program === "cd" && target !== undefined) folder = enter(folder, target);
    if (isQuiet(posix.basename(program), words)) continue;
    // A quoted word may be a whole command line: bash -lc 'cat …/SKILL.md'. Git has files as `HEAD:…/SKILL.md`.
    const paths = new Set(
      words.flatMap((word) => [word, ...word.split(/[\s"'`<>()=&]+/)]).map(withoutRevision),
    );
    for (const path of paths) {
      if (!/SKILL\.md/i.test(path) || path.length > agentHooksLimits.skillPathCharacters) continue;
      for (const entry of entriesOf(below(folder, path), cwd)) found.add(entry);
    }
    if (found.size > agentHooksLimits.loadedSkills) break;
  }
  return [...found].slice(0, agentHooksLimits.loadedSkills + 1);
}

/** These do not print file contents, and skill authors use them on SKILL.md all the time. */
const quietPrograms: ReadonlySet<string> = new Set([
  ...["chmod", "find", "ls", "mkdir", "mv", "rm", "skillwright", "skw", "stat", "test", "touch", "wc"],
]);

/** Git does so only to show a file as it is in a revision. */
function isQuiet(program: string, words: readonly string[]): boolean {
  if (program !== "git") return quietPrograms.has(program);
  return !words.some((word) => printingGit.has(word));
}

const printingGit: ReadonlySet<string> = new Set([
  "show",
  "cat-file",
  "blame",
  "annotate",
  "grep",
  "archive",
]);

function withoutRevision(word: string): string {
  return /^(?:[./~]|[a-z]+:[\\/])/i.test(word) ? word : word.slice(word.lastIndexOf(":") + 1);
}

/** A word as a shell assembles it from quoted and unquoted pieces. */
function unquote([word]: RegExpExecArray): string {
  return word.replace(
    /"([^"]*)"|'([^']*)'/g,
    (_, double?: string, single?: string) => double ?? single ?? "",
  );
}

/** A folder too long for any system is unknown: a line of many `cd` would take quadratic time. */
function enter(folder: string, target: string): string {
  const entered = `${below(folder, target)}/`;
  return entered.length > agentHooksLimits.skillPathCharacters ? "" : entered;
}

function below(folder: string, path: string): string {
  return isAbsolute(path) || /^[~$]/.test(path) ? path : `${folder}${path}`;
}

function entriesOf(path: string, cwd: string): readonly string[] {
  const folder = skillFolderOf(path, cwd);
  if (folder === undefined) return [];
  const name = posix.basename(posix.dirname(withSlashes(path)));
  const isPlain = !/[*?$[\]{}]|^~/.test(path);
  const isNamed = !/^\.{0,2}$|[*?$[\]{}~]/.test(name) && !(isPlain && isAbsolute(path));
  return [...(isPlain ? [folder] : []), ...(isNamed ? [name] : [])];
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[a-z]:[\\/])/i.test(path);
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/**
 * The skill whose instructions a call gets from our server without loading it there: with `skills_read_file`, or as a
 * resource. For agents that load skills by reading them.
 */
export function skillsServedBy(tool: string, input: unknown): Pick<ReportedCall, "loads" | "loader"> {
  if (!isJsonObject(input)) return {};
  const skill = /^mcp__.+__skills_read_file$/s.test(tool) ? skillReadBy(input) : skillInUri(input.uri);
  return skill === undefined ? {} : { loads: [skill], loader: "server" };
}

function skillReadBy({ name, path }: { readonly [field: string]: unknown }): string | undefined {
  if (typeof name !== "string" || typeof path !== "string" || name === "") return undefined;
  return skillFolderOf(path, "/") === undefined
    ? undefined
    : name.slice(0, agentHooksLimits.skillPathCharacters);
}

/** In `skill://id/SKILL.md` and `skill://id/name/SKILL.md` the first part names the skill. */
function skillInUri(uri: unknown): string | undefined {
  if (typeof uri !== "string" || uri.length > agentHooksLimits.skillPathCharacters) return undefined;
  const [, id = ""] = /^skill:\/\/([^/?#]+)\/(?:[^?#]*\/)?SKILL\.md$/i.exec(uri) ?? [];
  try {
    return decodeURIComponent(id) || undefined;
  } catch {
    return undefined;
  }
}
