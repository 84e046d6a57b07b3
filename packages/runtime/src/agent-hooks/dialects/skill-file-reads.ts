import { posix } from "node:path";
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
  let folder = "";
  for (const segment of command.split(/&&|\|\||[;|&\n]/)) {
    const words = Array.from(segment.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'`<>()])+/g), unquote);
    const [program = "", target] = words;
    if (program === "cd" && target !== undefined) folder = enter(folder, target);
    if (quietPrograms.has(posix.basename(program))) continue;
    // A quoted word may be a whole command line: bash -lc 'cat …/SKILL.md'.
    const paths = new Set(words.flatMap((word) => [word, ...word.split(/[\s"'`<>()=&]+/)]));
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
  ...["chmod", "find", "git", "ls", "mkdir", "mv", "rm", "skillwright", "skw", "stat", "test", "touch", "wc"],
]);

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
