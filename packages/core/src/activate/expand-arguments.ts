import { limits } from "../limits.ts";
import { splitArguments } from "./arguments.ts";

export type ArgumentOptions = {
  /** What the caller wrote after the skill's name. */
  readonly arguments?: string;
  /** Argument names from the frontmatter, in order; `$name` refers to one. */
  readonly argumentNames?: readonly string[];
  /** Whether the first argument is `$0`, as in Claude Code, or `$1`, as in shells, goose and opencode. */
  readonly indexBase?: "claude" | "posix";
  /** Values for `${NAME}`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Output of the text's commands, by command as in `notes`; replaces the command. */
  readonly commandOutputs?: ReadonlyMap<string, string>;
};

/**
 * A part of the text left unchanged: a command, which expansion never runs, or a `${name}` without a value, which may be
 * meant for a shell.
 */
export type ActivationNote =
  | { readonly kind: "inline-shell"; readonly command: string }
  | { readonly kind: "variable-unknown"; readonly name: string };

export type ExpandedText = {
  readonly text: string;
  /** `ARGUMENTS: …` to append if the text has no placeholder for the arguments; otherwise empty. */
  readonly appendix: string;
  readonly notes: readonly ActivationNote[];
};

/**
 * Substitutes arguments and variables in a skill's instructions: `$ARGUMENTS`, `$ARGUMENTS[0]`, `$0`, `$name` and
 * `${NAME}`, in code as well as in prose, like Claude Code. A backslash escapes a placeholder; a number without an
 * argument stays as it is.
 *
 * One pass: substituted text is never expanded again, so an argument cannot introduce a placeholder. Commands (`` !`…` ``
 * and ```` ```! ````) stay untouched, so that no argument becomes part of one; run them from `notes`, never from the
 * text, and pass their outputs in a second call.
 */
export function expandArguments(source: string, options: ArgumentOptions = {}): ExpandedText {
  const values = toValues(options);
  const notes = new Map<string, ActivationNote>();
  let text = "";
  let end = 0;
  let isUsed = values.line === "";
  for (const match of source.matchAll(placeholder)) {
    // Nothing past the limit is shown, and a long argument repeated a thousand times would exhaust memory.
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

/** A command (block or inline), or a placeholder with an optional backslash. */
const placeholder = new RegExp(
  [
    // An unclosed block extends to the end, so that the search for its end always succeeds.
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

/** The replacement for a match; undefined if it stays unchanged. */
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

/** Whether a placeholder would be substituted; otherwise its backslash is part of the text. */
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
