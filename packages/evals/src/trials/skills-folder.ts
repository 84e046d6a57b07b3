import { canonicalTool } from "@skillwright/core/policy";
import { isJsonObject } from "@skillwright/core/text";

/** The name prefix of the folder with the skills of a trial; nothing else on the machine uses it. */
export const skillsFolderPrefix = "skillwright-skills-";

/**
 * Whether a call reads, searches or lists files of a skill, also through the shell. Running a program there
 * does not count. Covers what agents commonly do; shells have endless other ways.
 */
export function showsSkill(tool: string, input: unknown): boolean {
  if (!isJsonObject(input)) return false;
  const kind = canonicalTool(tool);
  if (kind === "Bash") return typeof input.command === "string" && showsInShell(input.command);
  return kind !== undefined && readingTools.has(kind) && Object.values(input).some(isInSkills);
}

const readingTools: ReadonlySet<string> = new Set(["Read", "NotebookRead", "Glob", "Grep", "LS"]);

function isInSkills(value: unknown): boolean {
  return typeof value === "string" && value.includes(`/${skillsFolderPrefix}`);
}

function showsInShell(line: string): boolean {
  if (!isInSkills(line)) return false;
  let isAmongSkills = false;
  let separator = "";
  for (const part of line.split(/(\|\||&&|[;|&\n()`])/)) {
    const [first = ""] = part.trim().replace(leading, "").split(/\s/, 1);
    // Input from a pipe is the output of another program.
    if (readers.has(first.replace(/^.*\//, "")) && (isInSkills(part) || (isAmongSkills && separator !== "|")))
      return true;
    isAmongSkills ||= isInSkills(part) && /^(?:cd|pushd|for|export|\w+=)/.test(part.trim());
    if (part.trim() !== "") separator = part;
  }
  return false;
}

/** Words that may precede a command. */
const leading = /^(?:(?:do|then|else|time|sudo|command|exec|[{!])\s+)+/;

const readers: ReadonlySet<string> = new Set([
  ...["cat", "tac", "head", "tail", "less", "more", "nl", "bat", "batcat", "view", "strings", "cut", "fold"],
  ...["sed", "awk", "gawk", "grep", "egrep", "fgrep", "rg", "sort", "uniq", "diff", "jq", "yq"],
  ...["ls", "tree", "find", "fd", "xxd", "od", "hexdump", "base64"],
]);
