import { printable } from "@skillwright/core/text";
import type { NetworkAccess, SandboxBackend } from "@skillwright/runtime/sandbox";
import { type Flags, type Invocation, UsageError } from "../command.ts";

export type SandboxChoice = "auto" | "none" | SandboxBackend;

/** Sandbox and network flags, shared by all commands that start programs. */
export const accessFlags: Flags = {
  "allow-host": {
    type: "string",
    value: "HOST",
    help: "Let programs reach this host (or *.HOST, HOST:PORT); repeatable.",
  },
  network: { type: "boolean", help: "Let programs reach every host." },
  sandbox: {
    type: "string",
    value: "NAME",
    help: "bubblewrap or sandbox-runtime (default: what suits this system).",
  },
  "no-sandbox": {
    type: "boolean",
    help: "Run programs without a sandbox, with all your permissions; this is recorded.",
  },
};

export function readSandboxChoice(invocation: Invocation): SandboxChoice {
  const name = invocation.option("sandbox");
  if (!invocation.flag("no-sandbox")) {
    const choice = choices.find((one) => one === (name ?? "auto"));
    if (choice !== undefined) return choice;
    throw new UsageError(
      `--sandbox must be bubblewrap or sandbox-runtime; found '${printable(name ?? "")}'.`,
    );
  }
  // Nothing enforces these limits without a sandbox.
  const idle = ["sandbox", "memory", "allow-host"].find((flag) => invocation.option(flag) !== undefined);
  if (idle !== undefined)
    throw new UsageError(`--${idle} has no effect with --no-sandbox; omit one of them.`);
  return "none";
}

const choices: readonly SandboxChoice[] = ["auto", "bubblewrap", "sandbox-runtime"];

export async function readNetworkAccess(invocation: Invocation): Promise<NetworkAccess> {
  const hosts = invocation.options("allow-host");
  const isOpen = invocation.flag("network");
  if (isOpen && hosts.length > 0) throw new UsageError("--network and --allow-host cannot be combined.");
  if (isOpen) return "all";
  if (hosts.length === 0) return "none";
  // Validate with the code that enforces the rules.
  const { readHostRules } = await import("@skillwright/runtime");
  readHostRules(hosts);
  return { hosts };
}
