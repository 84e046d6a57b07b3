/**
 * A program that runs another one, and how its own options are told from the command. What the row does not name makes
 * the command unknown.
 */
export type Wrapper = {
  /** Letters of options that stand alone, such as `n` in `sudo -n`. */
  readonly flags?: string;
  /** Letters of options that have a value, in the same word or the next. */
  readonly values?: string;
  /** Long options that stand alone; one with `=` is always known to hold its value. */
  readonly long?: readonly string[];
  /** Words between the options and the command, as `timeout` has its duration. */
  readonly skip?: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: boolean;
  /** The rest is a program with arguments; or a line of shell in many words, or in one; or arguments are added from elsewhere. */
  readonly runs: "words" | "line" | "first-word" | "words-and-more";
};

export const wrapperPrograms: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["busybox", { runs: "words" }],
  ["builtin", { runs: "words" }],
  ["command", { flags: "pvV", runs: "words" }],
  ["doas", { flags: "nL", values: "Cu", runs: "words" }],
  ["env", { flags: "i0v", values: "uC", long: ["--ignore-environment"], assigns: true, runs: "words" }],
  ["eval", { runs: "line" }],
  ["exec", { flags: "cl", values: "a", runs: "words" }],
  ["ionice", { flags: "t", values: "cn", runs: "words" }],
  ["nice", { values: "n", runs: "words" }],
  ["noglob", { runs: "words" }],
  ["nohup", { runs: "words" }],
  ["setsid", { flags: "cfw", long: ["--fork", "--wait", "--ctty"], runs: "words" }],
  ["ssh", { flags: "46AaCfGgKkNnqTtvXxYy", values: "bceiLlmpRDJ", skip: 1, runs: "line" }],
  ["stdbuf", { values: "ioe", runs: "words" }],
  [
    "sudo",
    { flags: "AbEHnPSk", values: "CDghpRrTtUu", long: ["--preserve-env"], assigns: true, runs: "words" },
  ],
  ["time", { flags: "pvaq!", values: "fo", assigns: true, runs: "words" }],
  [
    "timeout",
    { flags: "v", values: "ks", long: ["--foreground", "--preserve-status"], skip: 1, runs: "words" },
  ],
  ["trap", { runs: "first-word" }],
  ["unbuffer", { flags: "p", runs: "words" }],
  ["watch", { flags: "bcdegtx", values: "n", runs: "line" }],
  [
    "xargs",
    { flags: "0optrx", values: "adEILnPsJ", long: ["--null", "--no-run-if-empty"], runs: "words-and-more" },
  ],
]);

/** Shells, and the one option of theirs after which a line of shell stands. */
export const shells: ReadonlySet<string> = new Set([
  "ash",
  "bash",
  "dash",
  "ksh",
  "mksh",
  "rbash",
  "sh",
  "zsh",
]);

/** They run what they are given in ways that are not spelled out here, so that nothing can be said of it. */
export const opaquePrograms: ReadonlySet<string> = new Set([
  ".",
  "at",
  "batch",
  "bwrap",
  "chroot",
  "chrt",
  "crontab",
  "csh",
  "entr",
  "fakeroot",
  "fish",
  "flock",
  "gdb",
  "nsenter",
  "osascript",
  "parallel",
  "pkexec",
  "powershell",
  "proot",
  "pwsh",
  "run-parts",
  "runuser",
  "screen",
  "script",
  "setarch",
  "source",
  "start-stop-daemon",
  "strace",
  "su",
  "systemd-run",
  "taskset",
  "tcsh",
  "tmux",
  "toybox",
  "unshare",
  "valgrind",
]);

/** Interpreters, and the letters after which code stands in the command itself. */
export const interpreters: ReadonlyMap<string, string> = new Map([
  ["bun", "ep"],
  ["julia", "eE"],
  ["lua", "e"],
  ["node", "ep"],
  ["nodejs", "ep"],
  ["perl", "eE"],
  ["php", "rBRE"],
  ["python", "c"],
  ["ruby", "e"],
]);
