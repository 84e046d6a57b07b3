import { type Command, type Flag, UsageError } from "../command.ts";
import type { CommandEntry } from "../commands.ts";
import { exitCode } from "../exit-code.ts";

type Shell = "bash" | "zsh" | "fish";

/** The command, given all commands to complete. */
export function createCompletionCommand(commands: readonly CommandEntry[]): Command {
  return {
    name: "completion",
    usage: "bash|zsh|fish",
    flags: {},
    notes: `Load it in your shell's startup file:
  bash, in ~/.bashrc: source <(skillwright completion bash)
  zsh, in ~/.zshrc after compinit: source <(skillwright completion zsh)
  fish: skw completion fish > ~/.config/fish/completions/skillwright.fish`,
    examples: ["skillwright completion bash", "source <(skillwright completion zsh)"],
    async run({ positionals: [shell, extra] }, io) {
      const write = shells.get(shell ?? "");
      if (write === undefined || extra !== undefined)
        throw new UsageError(`completion requires one of: ${[...shells.keys()].join(", ")}.`);
      await io.out(write(await describeCommands(commands)));
      return exitCode.ok;
    },
  };
}

type Described = Pick<CommandEntry, "name" | "summary"> & {
  /** Actions such as `list` in `audit list`. */
  readonly actions: readonly string[];
  readonly flags: readonly (readonly [name: string, flag: Flag])[];
};

async function describeCommands(commands: readonly CommandEntry[]): Promise<readonly Described[]> {
  const { commonFlags } = await import("../parse-invocation.ts");
  const described = await Promise.all(
    commands.map(async ({ name, summary, load }) => {
      const { usage, flags } = await load();
      return {
        name,
        summary,
        actions: actionsIn(usage),
        flags: Object.entries({ ...flags, ...commonFlags }),
      };
    }),
  );
  const summary = "OmniForge's name for these commands: skill install is add.";
  return [
    ...described,
    { name: "skill", summary, actions: ["install", ...commands.map(({ name }) => name)], flags: [] },
  ];
}

/** The alternatives at the start of a usage line: `list|tail [FILE]`, `[install | status] …`. */
function actionsIn(usage: string): readonly string[] {
  const [first = ""] = /^\[?[a-z-]+(?: ?\| ?[a-z-]+)+|^[a-z]+(?= |$)/.exec(usage) ?? [];
  return first
    .replace("[", "")
    .split("|")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function optionWords({ flags }: Described): readonly string[] {
  return flags.flatMap(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]);
}

function toBash(commands: readonly Described[]): string {
  const cases = commands.map(
    (command) =>
      `    ${command.name}) options="${optionWords(command).join(" ")}" actions="${command.actions.join(" ")}" ;;`,
  );
  return `# bash completion for skillwright
_skillwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" options="" actions=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) if [ "$COMP_CWORD" -eq 2 ]; then COMPREPLY=($(compgen -W "$actions" -- "$current")); fi ;;
  esac
}
complete -o default -F _skillwright skillwright skw
`;
}

function toZsh(commands: readonly Described[]): string {
  const entry = (name: string, help: string): string => `'${name}:${help.replaceAll("'", "'\\''")}'`;
  const cases = commands.map(({ name, actions, flags }) => {
    const options = flags.map(([flag, { help }]) => entry(`--${flag}`, help.replaceAll(":", "\\:")));
    return `    ${name}) options=(${options.join(" ")}) actions=(${actions.join(" ")}) ;;`;
  });
  return `#compdef skillwright skw
_skillwright() {
  local -a commands options actions
  commands=(
${commands.map(({ name, summary }) => `    ${entry(name, summary.replaceAll(":", "\\:"))}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases.join("\n")}
  esac
  if [[ "$words[CURRENT]" == -* ]]; then
    _describe -o option options
  elif (( CURRENT == 3 && \${#actions} )); then
    compadd -a actions
  else
    _files
  fi
}
compdef _skillwright skillwright skw
`;
}

function toFish(commands: readonly Described[]): string {
  const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
  const lines = commands.flatMap(({ name, summary, actions, flags }) => [
    `complete -c skillwright -f -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ...actions.map(
      (action) =>
        `complete -c skillwright -n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${actions.join(" ")}' -a ${action}`,
    ),
    ...flags.map(([flag, { short, type, help }]) =>
      [
        `complete -c skillwright -n '__fish_seen_subcommand_from ${name}' -l ${flag}`,
        ...(short === undefined ? [] : [`-s ${short}`]),
        ...(type === "string" ? ["-r"] : []),
        `-d ${quote(help)}`,
      ].join(" "),
    ),
  ]);
  return `# fish completion for skillwright\n${lines.join("\n")}\ncomplete -c skw -w skillwright\n`;
}

const shells: ReadonlyMap<string, (commands: readonly Described[]) => string> = new Map<
  Shell,
  (commands: readonly Described[]) => string
>([
  ["bash", toBash],
  ["zsh", toZsh],
  ["fish", toFish],
]);
