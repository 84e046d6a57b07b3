import { formatError, SkillError, type SkillErrorCode } from "@skillwright/core";
import { suggest } from "@skillwright/core/text";
import { type Command, UsageError } from "./command.ts";
import { type CommandEntry, commands } from "./commands.ts";
import { exitCode } from "./exit-code.ts";
import type { Io } from "./io.ts";
import { parseInvocation } from "./parse-invocation.ts";

/** Runs one command line and returns its exit code. User errors never print a stack trace. */
export async function main(line: readonly string[], io: Io): Promise<number> {
  const words = withoutAlias(line);
  const [name, ...rest] = words;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") return showHelp(rest, io);
  if (name === "--version" || name === "-v" || name === "-V") return showVersion(io);
  const entry = commands.find((command) => command.name === name);
  if (!entry) return refuseName(name, io);
  const command = await entry.load();
  try {
    const invocation = parseInvocation(command, rest);
    if (invocation.flag("help")) return await printHelp(entry, command, io);
    return await command.run(invocation, io);
  } catch (error) {
    return explain(error, command, io);
  }
}

/** OmniForge's names: `skill install` is `add`, and `skill NAME` is any other command. A word that is none is refused as usual. */
function withoutAlias([first, action, ...rest]: readonly string[]): readonly string[] {
  if (first === "help" && action === "skill") return ["help", ...withoutAlias(["skill", ...rest])];
  if (first !== "skill") return [first, action, ...rest].filter((word) => word !== undefined);
  if (action === undefined) return ["--help"];
  return [skillActions.get(action) ?? action, ...rest];
}

/** Names that differ from ours. */
const skillActions: ReadonlyMap<string, string> = new Map([
  ["install", "add"],
  ["uninstall", "remove"],
  ["create", "new"],
]);

async function showHelp(rest: readonly string[], io: Io): Promise<number> {
  const entry = commands.find((command) => command.name === rest[0]);
  if (entry) return printHelp(entry, await entry.load(), io);
  if (rest[0] !== undefined && !rest[0].startsWith("-")) return refuseName(rest[0], io);
  const { helpColumns, overview } = await import("./help.ts");
  await io.out(overview(commands, helpColumns(io.terminal)));
  return exitCode.ok;
}

async function printHelp(entry: CommandEntry, command: Command, io: Io): Promise<number> {
  const { commandHelp, helpColumns } = await import("./help.ts");
  await io.out(commandHelp(entry, command, helpColumns(io.terminal)));
  return exitCode.ok;
}

/** bin/skillwright.mjs answers this first, without loading anything. */
async function showVersion(io: Io): Promise<number> {
  const { readVersion } = await import("./own-package.ts");
  await io.out(`${readVersion()}\n`);
  return exitCode.ok;
}

async function refuseName(name: string, io: Io): Promise<number> {
  const near = suggest(name, [...commands.map((command) => command.name), ...skillActions.keys()]);
  const known = skillActions.get(near ?? "") ?? near;
  const hint =
    known === undefined ? "Run `skillwright --help` for a list." : `Did you mean \`skillwright ${known}\`?`;
  const what = name.startsWith("-") ? "option" : "command";
  await io.err(`skillwright: unknown ${what} '${name}'. ${hint}\n`);
  return exitCode.usage;
}

/** Exit code per error: 2 if the user can fix the call, 4 if something on this machine must change. */
export const errorExits: Readonly<Record<SkillErrorCode, number>> = {
  "file-missing": exitCode.usage,
  "file-not-regular": exitCode.usage,
  "file-forbidden": exitCode.environment,
  "file-is-link": exitCode.environment,
  "file-unreadable": exitCode.environment,
  "file-exists": exitCode.usage,
  "file-too-large": exitCode.usage,
  "config-invalid": exitCode.usage,
  "option-invalid": exitCode.usage,
  "profile-unknown": exitCode.usage,
  "rule-unknown": exitCode.usage,
  "client-unknown": exitCode.usage,
  "walk-too-large": exitCode.environment,
  "properties-unreadable": exitCode.findings,
  "skill-unknown": exitCode.usage,
  "skill-ambiguous": exitCode.usage,
  "skill-version-missing": exitCode.usage,
  "skill-disabled": exitCode.refused,
  "skill-duplicate": exitCode.findings,
  "skill-invalid": exitCode.findings,
  "skill-changed": exitCode.refused,
  "skill-too-large": exitCode.findings,
  "skill-path-invalid": exitCode.usage,
  "skill-file-missing": exitCode.usage,
  "skill-file-too-large": exitCode.usage,
  "skill-script-unreadable": exitCode.refused,
  "script-unrunnable": exitCode.usage,
  "sandbox-unavailable": exitCode.refused,
  "sandbox-missing": exitCode.refused,
  "sandbox-leaks": exitCode.refused,
  "sandbox-required": exitCode.refused,
  "requirement-missing": exitCode.refused,
  "model-unavailable": exitCode.environment,
  "subagent-unfinished": exitCode.environment,
  "tool-input-invalid": exitCode.usage,
  "tool-name-invalid": exitCode.usage,
  "tool-timed-out": exitCode.environment,
  "tool-unguardable": exitCode.usage,
  "program-missing": exitCode.environment,
  "program-unusable": exitCode.environment,
  "audit-unavailable": exitCode.environment,
  "audit-damaged": exitCode.findings,
  "audit-hub-inconsistent": exitCode.refused,
  "hub-unknown": exitCode.usage,
  "hub-refused": exitCode.refused,
  "watch-unavailable": exitCode.environment,
  "state-unreadable": exitCode.environment,
  "settings-unusable": exitCode.usage,
  "settings-changed": exitCode.environment,
  "settings-outside": exitCode.refused,
  "trust-too-large": exitCode.refused,
  "source-invalid": exitCode.usage,
  "source-unavailable": exitCode.environment,
  "source-offline": exitCode.environment,
  "package-invalid": exitCode.refused,
  "integrity-mismatch": exitCode.refused,
  "lock-unreadable": exitCode.environment,
  "versions-conflict": exitCode.findings,
  "skill-needed": exitCode.refused,
  "install-refused": exitCode.refused,
  "install-running": exitCode.environment,
  "state-refused": exitCode.refused,
  "undo-refused": exitCode.refused,
  "signature-invalid": exitCode.refused,
  "key-unusable": exitCode.usage,
  "hub-unable": exitCode.environment,
  "backup-unusable": exitCode.environment,
  "conversations-exhausted": exitCode.refused,
};

async function explain(error: unknown, command: Command, io: Io): Promise<number> {
  const { wrapMessage } = await import("./terminal/wrap-message.ts");
  if (error instanceof UsageError) {
    const hint = `Run \`skillwright ${command.name} --help\` for usage.`;
    await io.err(wrapMessage(`skillwright ${command.name}: ${error.message}\n${hint}\n`, io));
    return exitCode.usage;
  }
  if (!(error instanceof SkillError)) throw error;
  await io.err(wrapMessage(`skillwright ${command.name}: ${formatError(error)}\n`, io));
  return errorExits[error.code];
}
