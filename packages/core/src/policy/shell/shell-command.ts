/**
 * One word of a command. `text` is its value when that is known before the command runs. Otherwise `text` is undefined
 * and `prefix` is what each word that comes of it begins with (a glob can give several). `splits` says that this may
 * fail: it can also become further words that begin with anything, or none at all. `many` says that a glob or braces
 * can make several words of it, or none. `base` is what follows the last `/`, where that is known and it stays one word.
 */
export type ShellWord =
  | { readonly text: string }
  | {
      readonly text?: undefined;
      readonly prefix: string;
      readonly splits: boolean;
      readonly many?: true;
      readonly base?: string;
    };

/** A file that a redirection opens. */
export type Redirection = { readonly access: "read" | "write"; readonly target: ShellWord };

/** `NAME=value` before a program, or alone on a line. */
export type ShellAssignment = { readonly name: string; readonly value: ShellWord };

/** One program that a command line starts, with what the shell does for it. */
export type ShellCommand = {
  readonly assignments: readonly ShellAssignment[];
  /** The program and its arguments; empty when the line only assigns or redirects. */
  readonly words: readonly ShellWord[];
  /** Those of a loop or a group stand with its last command. */
  readonly redirections: readonly Redirection[];
};

/** Everything that a command line would run, in pipes, lists, groups, loops and substitutions alike; or why that cannot be said. */
export type ShellReading =
  | { readonly ok: true; readonly commands: readonly ShellCommand[] }
  | { readonly ok: false; readonly problem: string };
