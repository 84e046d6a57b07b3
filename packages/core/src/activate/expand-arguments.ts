import { limits } from "../limits.ts";
import { splitArguments } from "./split-arguments.ts";

export type ArgumentOptions = {
  /** What the caller wrote behind the skill's name. */
  readonly arguments?: string;
  /** The frontmatter's names for the arguments in their order; `$name` stands for one. */
  readonly argumentNames?: readonly string[];
  /** Whether `$0` is the first argument, as in Claude Code, or `$1` is, as in shells, goose and opencode. */
  readonly indexBase?: "claude" | "posix";
  /** What `${NAME}` stands for. */
  readonly variables?: Readonly<Record<string, string>>;
  /** What commands of the text have put out, by the command as `notes` has it; the output then stands in its place. */
  readonly commandOutputs?: ReadonlyMap<string, string>;
};

/**
 * What the author wrote and is left as it is: a command whose output should stand there, which is not run, and a
 * `${name}` that nobody gave a value for, which may be meant for a shell.
 */
export type ActivationNote =
  | { readonly kind: "inline-shell"; readonly command: string }
  | { readonly kind: "variable-unknown"; readonly name: string };

export type ExpandedText = {
  readonly text: string;
  /** `ARGUMENTS: …` to stand at the end when the text has no place for the arguments; else empty. */
  readonly appendix: string;
  readonly notes: readonly ActivationNote[];
};

/**
 * Puts arguments and variables into a skill's instructions: `$ARGUMENTS`, `$ARGUMENTS[0]`, `$0`, `$name` and
 * `${NAME}`, in code as well as in prose, as Claude Code does. A backslash before one of these keeps it as it is; so
 * does a number for which there is no argument.
 *
 * The text is gone through once, and what is put in is never looked at again: an argument cannot bring in another
 * placeholder. Commands (`` !`…` `` and ```` ```! ````) stay untouched, so that no argument becomes part of one;
 * whoever runs them must take them from `notes`, never from the text, and may then have the outputs put in, once more
 * without another look at them.
 */
export function expandArguments(source: string, options: ArgumentOptions = {}): ExpandedText {
  const values = toValues(options);
  const notes = new Map<string, ActivationNote>();
  let text = "";
  let end = 0;
  let isUsed = values.line === "";
  for (const match of source.matchAll(placeholder)) {
    // Past this nothing is shown, and a long argument that is put in a thousand times would fill the memory.
    if (text.length > limits.activationBytes) break;
    const found: Found = match.groups ?? {};
    const value = replacementFor(found, values);
    const note = noteOf(found, values);
    if (note) notes.set(JSON.stringify(note), note);
    if (value !== undefined && found.variable === undefined && found.backslash === "") isUsed = true;
    text += source.slice(end, match.index) + (value ?? match[0]);
    end = match.index + match[0].length;
  }
  text += source.slice(end);
  return { text, appendix: isUsed ? "" : `ARGUMENTS: ${values.line}`, notes: [...notes.values()] };
}

/** A command in a block or a line, or a placeholder, which a backslash may stand before. */
const placeholder = new RegExp(
  [
    // A block that is not closed runs to the end, so that the search for its end is never in vain.
    "^[ \\t]{0,3}```![^\\n]*\\n(?<block>[\\s\\S]*?)(?:^[ \\t]{0,3}```[ \\t]*\\r?$|(?![\\s\\S]))",
    "(?<=^|\\s)!`(?<command>[^`\\n]+)`",
    `(?<backslash>\\\\?)(?<plain>\\$(?:${[
      "(?<all>ARGUMENTS)\\b(?:\\[(?<index>\\d+)\\])?",
      "(?<position>\\d+)",
      "(?<name>[A-Za-z_]\\w*)",
      "\\{(?<variable>\\w+)\\}",
    ].join("|")}))`,
  ].join("|"),
  "gm",
);

type Part = "block" | "command" | "backslash" | "plain" | "all" | "index" | "position" | "name" | "variable";
type Found = { readonly [part in Part]?: string | undefined };

type Values = {
  readonly line: string;
  readonly words: readonly string[];
  readonly names: readonly string[];
  readonly base: 0 | 1;
  readonly variables: ReadonlyMap<string, string>;
  readonly outputs: ReadonlyMap<string, string>;
};

function toValues(options: ArgumentOptions): Values {
  const line = options.arguments?.trim() ?? "";
  return {
    line,
    words: splitArguments(line),
    names: options.argumentNames ?? [],
    base: options.indexBase === "posix" ? 1 : 0,
    variables: new Map(Object.entries(options.variables ?? {})),
    outputs: options.commandOutputs ?? new Map(),
  };
}

/** What stands in the place of what was found; undefined when it stays as it is. */
function replacementFor(found: Found, values: Values): string | undefined {
  if (found.plain === undefined) return values.outputs.get(commandOf(found) ?? "")?.trimEnd();
  if (found.backslash === "\\") return isMeant(found, values) ? found.plain : undefined;
  if (found.variable !== undefined) return values.variables.get(found.variable);
  // An array counts from zero in every dialect; only `$1` differs.
  if (found.index !== undefined) return values.words[Number(found.index)];
  if (found.all !== undefined) return values.line;
  if (found.position !== undefined) return values.words[Number(found.position) - values.base];
  const at = values.names.indexOf(found.name ?? "");
  return at === -1 ? undefined : (values.words[at] ?? "");
}

function commandOf({ block, command = block }: Found): string | undefined {
  return command?.trimEnd();
}

/** Whether a placeholder would mean something here; before anything else a backslash is the author's own. */
function isMeant({ all, position, name = "", variable }: Found, { names, variables }: Values): boolean {
  if (variable !== undefined) return variables.has(variable);
  return all !== undefined || position !== undefined || names.includes(name);
}

function noteOf(found: Found, values: Values): ActivationNote | undefined {
  const command = commandOf(found);
  if (command !== undefined)
    return values.outputs.has(command) ? undefined : { kind: "inline-shell", command };
  const { variable, backslash } = found;
  if (variable === undefined || backslash !== "" || values.variables.has(variable)) return undefined;
  return { kind: "variable-unknown", name: variable };
}
