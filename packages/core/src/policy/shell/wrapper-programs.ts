import { list } from "./match-risk-row.ts";

/**
 * A program that runs another one, and how to tell its own options from the command. An option not in the row makes the
 * command unknown.
 */
export type Wrapper = {
  /** Letters of options without a value, such as `n` in `sudo -n`. */
  readonly flags?: string;
  /** Letters of options with a value, in the same word or the next. */
  readonly values?: string;
  /** Long options without a value; one with `=` always contains its value. */
  readonly long?: readonly string[];
  /** Long options whose value is the next word. */
  readonly longValues?: readonly string[];
  /** Subcommands after which a program is named; without one, none is run. */
  readonly verbs?: readonly string[];
  /** Words before the command that make it unknown. */
  readonly opaque?: RegExp;
  /** Words between the options and the command, such as the duration of `timeout`. */
  readonly skip?: number;
  /** `NAME=value` may precede the command. */
  readonly assigns?: boolean;
  /**
   * The rest is a program with arguments, a shell line in many words or in one word, or a program that gets more
   * arguments from elsewhere.
   */
  readonly runs: "words" | "line" | "first-word" | "words-and-more";
};

export const wrapperPrograms: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["busybox", { runs: "words" }],
  ["toybox", { runs: "words" }],
  ["builtin", { runs: "words" }],
  ["command", { flags: "pvV", runs: "words" }],
  ["doas", { flags: "nL", values: "Cu", runs: "words" }],
  [
    "env",
    {
      flags: "i0v",
      values: "uC",
      long: list("--debug --ignore-environment --null"),
      longValues: list("--chdir --unset"),
      assigns: true,
      runs: "words",
    },
  ],
  ["eval", { runs: "line" }],
  ["exec", { flags: "cl", values: "a", runs: "words" }],
  [
    "flock",
    {
      flags: "Feonsux",
      values: "Ew",
      long: list("--close --exclusive --nb --no-fork --nonblock --shared --unlock --verbose"),
      longValues: list("--conflict-exit-code --timeout --wait"),
      skip: 1,
      runs: "words",
    },
  ],
  ["ionice", { flags: "t", values: "cn", runs: "words" }],
  ["nice", { values: "n", runs: "words" }],
  ["noglob", { runs: "words" }],
  ["nohup", { runs: "words" }],
  ["prlimit", { runs: "words" }],
  ["setpriv", { long: list("--clear-groups --keep-groups --no-new-privs --reset-env"), runs: "words" }],
  ["setsid", { flags: "cfw", long: ["--fork", "--wait", "--ctty"], runs: "words" }],
  [
    "ssh",
    {
      flags: "46AaCfGgKkNnqTtvXxYy",
      values: "bceiLlmopRDJ",
      opaque: /Command|Include|Match|Provider|PKCS11|XAuth/i,
      skip: 1,
      runs: "line",
    },
  ],
  ["stdbuf", { values: "ioe", runs: "words" }],
  [
    "sudo",
    { flags: "AbEHnPSk", values: "CDghpRrTtUu", long: ["--preserve-env"], assigns: true, runs: "words" },
  ],
  ["time", { flags: "pvaq!", values: "fo", assigns: true, runs: "words" }],
  [
    "timeout",
    {
      flags: "v",
      values: "ks",
      long: list("--foreground --preserve-status --verbose"),
      longValues: list("--kill-after --signal"),
      skip: 1,
      runs: "words",
    },
  ],
  ["trap", { runs: "first-word" }],
  ["unbuffer", { flags: "p", runs: "words" }],
  ["watch", { flags: "bcdegtx", values: "n", runs: "line" }],
  [
    "xargs",
    {
      flags: "0optrx",
      values: "adEILnPsJ",
      long: list("--exit --interactive --no-run-if-empty --null --open-tty --verbose"),
      longValues: list("--arg-file --delimiter --max-args --max-chars --max-procs"),
      runs: "words-and-more",
    },
  ],
]);

const runner = (...verbs: readonly string[]): Wrapper => ({ verbs, runs: "words" });
const packageRunner: Wrapper = {
  flags: "yq",
  values: "p",
  long: list("--bun --no --no-install --quiet --silent --yes"),
  longValues: list("--package"),
  runs: "words",
};
const uv: Wrapper = {
  flags: "nqv",
  values: "p",
  long: list("--active --all-extras --frozen --isolated --locked --no-dev --no-project --no-sync --quiet"),
  longValues: list("--directory --env-file --extra --from --group --package --project --python --with"),
  runs: "words",
};

/** It starts a program of the project, with options of many forms before it. */
const launcher: Wrapper = { verbs: [], runs: "words" };

/**
 * Programs that run another one in a project's environment, mostly one of the project. Allowing them includes that;
 * denying a program denies it here too.
 */
export const projectRunners: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ...list(
    "accelerate deepspeed horovodrun legate mpiexec mpirun papermill ray srun streamlit torchrun xcrun",
  ).map((name) => [name, launcher] as const),
  ["bun", { ...packageRunner, verbs: list("x") }],
  ["bundle", runner("exec")],
  ["bunx", packageRunner],
  ["direnv", { ...runner("exec"), skip: 1 }],
  ["hatch", runner("run")],
  ["mise", runner("exec", "x")],
  ["npm", { ...packageRunner, verbs: list("exe exec x") }],
  ["npx", packageRunner],
  ["pdm", runner("run")],
  ["pipenv", runner("run")],
  ["pipx", runner("run")],
  ["pnpm", { ...packageRunner, verbs: list("dlx exec") }],
  ["pnpx", packageRunner],
  ["poetry", runner("run")],
  ["pyenv", runner("exec")],
  ["rbenv", runner("exec")],
  ["rye", runner("run")],
  ["uv", { ...uv, verbs: list("run") }],
  ["uvx", uv],
  ["yarn", { ...packageRunner, verbs: list("dlx exec") }],
]);

/** Shells that accept `-c LINE`. */
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

/** Programs for running another one, whose arguments are words of a command, or one command line. */
const commandRunners = [
  "asciinema bwrap capsh ccache cgexec choom chpst chroot chronic chrt concurrently cpulimit cross-env cross-env-shell",
  "daemonize dbus-launch dbus-run-session distcc dotenv dotenvx dtach dumb-init entr env-cmd envchain envdir fakeroot",
  "faketime firejail gosu gotty grc hyperfine ifne linux32 linux64 logsave ltrace mosh mosh-server msgexec msgfilter",
  "multitime nodemon nsenter numactl onchange parallel pee perf pexec pkexec proot proxychains proxychains4 reflex rlfe",
  "rlwrap rr runcon runuser sandbox-exec sccache screen script setarch setlock setuidgid sg softlimit ssh-agent sshpass",
  "start-stop-daemon strace su su-exec systemd-cat systemd-inhibit systemd-nspawn systemd-run taskset tini tmate tmux",
  "torify torsocks tsocks ttyd unshare valgrind watchexec xvfb-run",
].join(" ");

/** These run things in ways not modeled here, so the result is unknown. */
export const opaquePrograms: ReadonlySet<string> = new Set(
  list(
    "at batch coproc crontab csh ed elvish expect fc fish gdb ion lldb nu osh posh powershell pwsh rc run-parts slsh tcsh",
    "xonsh yash autoload emulate sched zargs zcompile zmodload zpty",
    commandRunners,
  ),
);

/** Those of them whose arguments are words of a command, or one command line. */
export const runnersByShape: ReadonlySet<string> = new Set(list(commandRunners));

/** Programs with other purposes that run one after such a word. */
export const startersAfter: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  ...list("docker docker-compose nerdctl podman kubectl oc").map(
    (name) => [name, /^(?:debug|exec|rsh|run)$/] as const,
  ),
  ...list("conda mamba micromamba rustup snap flatpak heroku").map((name) => [name, /^run$/] as const),
  ...list("aws gcloud").map((name) => [name, /^(?:ssh|execute-command|send-command|--command)$/] as const),
  ["cargo", /^watch$/],
  ["tox", /^exec$/],
  ["ip", /^exec$/],
  ["cmake", /^-E$/],
  ["gh", /^--$/],
  ["nix", /^(?:--|-c|--command)$/],
]);

/** Options whose value is a command line. */
export const commandOptions: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["rsync", list("-e --rsh")],
  ["tar", list("-I --use-compress-program --to-command")],
  ["sort", list("--compress-program")],
  ["split", list("--filter")],
  ["git", list("-x --exec")],
  ["fzf", list("--preview")],
  ["bat", list("--pager")],
  ["delta", list("--pager")],
  ["man", list("-P --pager")],
  ["yt-dlp", list("--exec")],
]);

/** A subscript, where some builtins run commands. */
const subscript = /\[[^[\]$`<]*[$`<]/;

/** Programs that become opaque if an argument matches. */
export const opaqueArguments: ReadonlyMap<string, RegExp> = new Map([
  ["[", subscript],
  ["alias", /=/],
  ...list("break continue exit float integer print return shift").map((name) => [name, subscript] as const),
  ["bun", /^(?:exec|repl|-|-\w*[ep]|--eval|--print)(?:=|$)/],
  ["compgen", /^-\w*C/],
  ["complete", /^-\w*C/],
  ["declare", subscript],
  ["deno", /^(?:eval|repl|-)$/],
  ["enable", /^-\w*f/],
  ["getopts", subscript],
  ["hash", /^-\w*p/],
  ["let", subscript],
  ["local", subscript],
  ["mapfile", /^-\w*C|\[/],
  ["printf", new RegExp(`^-v.*${subscript.source}|^\\w+${subscript.source}`)],
  ["read", subscript],
  ["readarray", /^-\w*C|\[/],
  ["readonly", subscript],
  ["test", subscript],
  ["typeset", subscript],
  ["unset", subscript],
  ["wait", subscript],
]);
