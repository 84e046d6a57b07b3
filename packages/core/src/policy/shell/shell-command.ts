/**
 * One word of a command. `text` is its value if known before the command runs. Otherwise `prefix` is the beginning of
 * each resulting word (a glob can produce several). `splits`: it may become further words with any beginning, or none.
 * `many`: a glob or braces can make several words of it, or none. `base` follows the last `/`, if known and if it stays
 * one word. A prefix of `0` stands for any first character of a number or a hash. `written` is the word as it stands in
 * the line, with its quotes and expansions; `filled` is the same with the values that the line gives to its variables.
 */
export type ShellWord =
  | { readonly text: string }
  | {
      readonly text?: undefined;
      readonly prefix: string;
      readonly splits: boolean;
      readonly many?: true;
      readonly base?: string;
      readonly written?: string;
      readonly filled?: readonly string[];
    };

/** A file that a redirection opens. Where the target is not known in advance, bash may connect to a host instead. */
export type Redirection = {
  readonly access: "read" | "write";
  readonly target: ShellWord;
  readonly mayConnect?: true;
};

/** `NAME=value` before a program, or alone on a line. */
export type ShellAssignment = { readonly name: string; readonly value: ShellWord };

/** One program that a command line starts, with its assignments and redirections. */
export type ShellCommand = {
  readonly assignments: readonly ShellAssignment[];
  /** The program and its arguments; empty if the line only assigns or redirects. */
  readonly words: readonly ShellWord[];
  /** Redirections of a loop or group are attached to its last command. */
  readonly redirections: readonly Redirection[];
  /** What it reads from its standard input if a here-document, a here-string, a file or a pipe is there. */
  readonly input?: ShellWord;
  /** It calls a function that the line defines before it; the commands in the function are in the reading as well. */
  readonly callsFunction?: true;
};

/** Everything a command line would run, in pipes, lists, groups, loops and substitutions; or why it cannot be determined. */
export type ShellReading =
  | {
      readonly ok: true;
      readonly commands: readonly ShellCommand[];
      /** The operators between the commands of a plain list, `;` for a line break; absent if one of them holds others. */
      readonly signs?: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

/** A program without its folder, version and `.exe`: `/usr/bin/python3.12` is `python`. */
export function programName(program: string): string {
  const base = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
  // Fast path: this runs for every rule.
  if (!/[-.\d]/.test(base)) return base;
  return base
    .replace(/\.exe$/i, "")
    .replace(target, "")
    .replace(version, "$1");
}

/** The machine a compiler works for, as in `x86_64-linux-gnu-gcc`. */
const target =
  /^(?:\w+-){2,4}(?=(?:ar|as|c\+\+|cc|clang|clang\+\+|cpp|g\+\+|gcc|gdb|gfortran|ld|nm|objcopy|objdump|ranlib|strip)(?:-[\d.]+)?$)/;
const version =
  /^(bash|c\+\+|clang|clang\+\+|cpp|dash|emacs|erl|g\+\+|gawk|gcc|gdb|gfortran|ghci|java|jshell|ksh|lldb|lua|luajit|node|nodejs|octave|perl|php|pip|psql|pypy|python|ruby|runghc|scala|tclsh|vim|wish|zsh)-?\d[\d.]*[a-z]?$/;
