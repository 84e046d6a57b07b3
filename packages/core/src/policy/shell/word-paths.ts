import { compileGlob, expandBraces } from "../../text/glob.ts";
import { policyLimits } from "../limits.ts";
import { foldPath } from "../path-pattern.ts";
import { collapsePath, leaveProcessFolder } from "../request-path.ts";
import type { ToolRequest } from "../tool-request.ts";
import { withHome } from "./mentioned-places.ts";
import type { ShellWord } from "./shell-command.ts";

/** What the paths in a line depend on. */
export type WordContext = {
  readonly request: ToolRequest;
  /** Where relative paths may start; empty for the current folder. */
  readonly bases: readonly string[];
  /** Values that the line gives to variables, each only once. */
  readonly variables: ReadonlyMap<string, string>;
};

/** Where the paths in a word lead, from everywhere they may start. */
export function realPaths(context: WordContext, word: ShellWord): readonly string[] {
  const { request, bases } = context;
  const text = expand(context, word);
  if (hasExpansion(text) || hasSigns(word)) return [];
  // A home folder after `=` counts too: `of=~/x`.
  const paths = pathsIn(text).map((path) => withHome(path, request));
  return paths.flatMap((path) =>
    (path.startsWith("/") ? [""] : bases).flatMap((base) => {
      const whole = leaveProcessFolder(base === "" ? path : `${base}/${path}`, request.workspace);
      // A link that leads nowhere yet, or two readings of `..`: at least the text counts.
      return request.resolvePath(whole) ?? (whole.startsWith("/") ? collapsePath(whole) : []);
    }),
  );
}

/** Where a word leads if its variables are empty, as those are that nothing sets: `.claude/$x`, `$x/.claude`. */
export function emptiedPaths(context: WordContext, word: ShellWord): readonly string[] {
  if (word.text !== undefined) return [];
  const text = withHome(withVariables(word.written ?? word.prefix, context.variables), context.request);
  if (!hasExpansion(text)) return [];
  // Quotes go last: they end the name of a variable.
  const rest = withoutQuotes(text.replaceAll(/\$(?:\w+|\{\w+\})/g, ""));
  return realPaths(context, { text: /^"?\//.test(text) ? rest : rest.replace(/^\/+/, "") });
}

/** A path, or one after `=` or a one-letter option, or before `:`: `of=x`, `--output=x`, `-ox`, `-v x:y`. */
function pathsIn(text: string): readonly string[] {
  if (text.length > policyLimits.pathCharacters) return [];
  const value = text.slice(text.indexOf("=") + 1);
  const glued = /^-[A-Za-z][/.~$]/.test(text) ? [text.slice(2)] : [];
  const [mounted = ""] = text.split(":", 1);
  return [...new Set([text, value, mounted, ...glued])].filter((path) => path !== "");
}

/** Absolute patterns of the words that a glob may become. */
export function globsOf(context: WordContext, word: ShellWord): readonly string[] {
  if (!hasSigns(word)) return [];
  const { request, bases } = context;
  const text = expand(context, word);
  if (hasExpansion(text) || text.length > policyLimits.pathCharacters) return [];
  // What we cannot expand may end in any way.
  const plain = expandBraces(text) ?? [text.replaceAll(/[[\]{}!][^/]*/g, "*")];
  return plain.flatMap((glob) =>
    (glob.startsWith("/") ? ["/"] : bases).map((base) => {
      const folder = base === "" ? (request.resolvePath(".") ?? request.workspace) : base;
      return foldPath(collapsePath(glob.startsWith("/") ? glob : `${folder}/${glob}`));
    }),
  );
}

export function matchesWhole(glob: string, place: string): boolean {
  const wanted = glob.split("/");
  return wanted.length >= place.split("/").length && matchesBegin(glob, place);
}

/** Whether a glob matches the beginning of a path, part by part. */
export function matchesBegin(glob: string, place: string): boolean {
  const parts = place.split("/");
  return glob.split("/").every((wanted, index) => {
    const part = parts[index];
    return part === undefined || matchesPart(wanted, part);
  });
}

/** Shells do not match a leading dot with a wildcard. */
function matchesPart(wanted: string, part: string): boolean {
  if (wanted === part) return true;
  if (part.startsWith(".") && /^[*?]/.test(wanted)) return false;
  return compileGlob(wanted, { whole: true })(part);
}

/** `find` does match it. */
export function matchesFound(wanted: string, part: string): boolean {
  const name = wanted.slice(wanted.lastIndexOf("/") + 1);
  return compileGlob(name, { whole: true })(part);
}

function hasSigns(word: ShellWord): boolean {
  return word.text === undefined && word.many === true;
}

export function hasExpansion(text: string): boolean {
  return /[$`]/.test(text);
}

/** The text of a word with known variables filled in; quotes are gone, other expansions stay. */
export function expand({ request, variables }: WordContext, word: ShellWord): string {
  const text = word.text ?? withoutQuotes(withVariables(word.written ?? word.prefix, variables));
  return withHome(text, request);
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/["'\\]/g, "");
}

function withVariables(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /\$(?:(\w+)|\{(\w+)\})/g,
    (all, name, braced) => variables.get(name ?? braced) ?? all,
  );
}
