import { printable } from "@skillwright/core/text";
import type { NetworkAccess, SandboxBackend } from "@skillwright/runtime/sandbox";
import { type Flags, type Invocation, UsageError } from "../command.ts";

/** In what sandbox programs are to run. */
export type SandboxChoice = "auto" | "none" | SandboxBackend;

/** Where programs of skills run and what they may reach, for every command that starts some. */
export const accessFlags: Flags = {
  "allow-host": {
    type: "string",
    value: "HOST",
    help: "Let programs reach this host (or *.HOST, HOST:PORT); may repeat.",
  },
  network: { type: "boolean", help: "Let programs reach every host." },
  sandbox: {
    type: "string",
    value: "NAME",
    help: "bubblewrap or sandbox-runtime; what suits this system when absent.",
  },
  "no-sandbox": {
    type: "boolean",
    help: "Run programs without a sandbox, free to do what you can; this is recorded.",
  },
};

export function readSandboxChoice(invocation: Invocation): SandboxChoice {
  const name = invocation.option("sandbox");
  if (!invocation.flag("no-sandbox")) {
    const choice = choices.find((one) => one === (name ?? "auto"));
    if (choice !== undefined) return choice;
    throw new UsageError(`--sandbox is bubblewrap or sandbox-runtime; found '${printable(name ?? "")}'.`);
  }
  // Each of these promises a bound that nothing would hold a program to.
  const idle = ["sandbox", "memory", "allow-host"].find((flag) => invocation.option(flag) !== undefined);
  if (idle !== undefined)
    throw new UsageError(`--${idle} means nothing with --no-sandbox; leave one of them out.`);
  return "none";
}

const choices: readonly SandboxChoice[] = ["auto", "bubblewrap", "sandbox-runtime"];

export async function readNetworkAccess(invocation: Invocation): Promise<NetworkAccess> {
  const hosts = invocation.options("allow-host");
  const isOpen = invocation.flag("network");
  if (isOpen && hosts.length > 0)
    throw new UsageError("--network opens every host; leave it out, or --allow-host.");
  if (isOpen) return "all";
  if (hosts.length === 0) return "none";
  // Read by those who will hold programs to it, before anything else is done.
  const { readHostRules } = await import("@skillwright/runtime");
  readHostRules(hosts);
  return { hosts };
}
