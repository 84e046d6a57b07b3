import { mkdirSync, writeFileSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import { findPolicy } from "../../session/open-policies.ts";
import { createStyle } from "../../terminal/style.ts";

/**
 * The rules that most users would write: keys and passwords that no task needs to see. Only rules on files, which leave ordinary
 * commands alone; what programs read by themselves is up to the sandbox.
 */
export const defaultPolicy = {
  version: 1,
  deny: [
    "Read(~/.ssh/id_*)",
    "Edit(~/.ssh/**)",
    "Read(~/.gnupg/**)",
    "Read(~/.aws/credentials)",
    "Read(~/.config/gcloud/**)",
    "Read(~/.azure/**)",
    "Read(~/.kube/config)",
    "Read(~/.docker/config.json)",
    "Read(~/.config/gh/hosts.yml)",
    "Read(~/.git-credentials)",
    "Read(~/.netrc)",
    "Read(~/.npmrc)",
    "Read(~/.pypirc)",
  ],
} as const;

/** What happened to the user's policy during an installation. */
export type PolicyOffer = {
  readonly path: string;
  /** `exists`: it stays as it is. `offered`: there is none, and none was written. */
  readonly effect: "created" | "exists" | "offered" | "declined";
};

/** Offers the default policy to a user who has none: shows it in full, and writes it only with consent. */
export async function offerPolicy(invocation: Invocation, io: Io): Promise<PolicyOffer> {
  const isWanted = invocation.flag("yes");
  const isRefused = invocation.flag("no-policy");
  if (isWanted && isRefused) throw new UsageError("--yes and --no-policy cannot be combined.");
  const [found] = findPolicy(createNodeFileSystem(), io.place.dataFolder, "user");
  if (found !== undefined) return { path: found[0], effect: "exists" };
  const path = `${io.place.dataFolder}/policy.json`;
  if (isRefused) return { path, effect: "declined" };
  const isDry = invocation.flag("dry-run");
  const say = (text: string): Promise<void> => (invocation.flag("json") ? Promise.resolve() : io.out(text));
  const mayAsk = !(isWanted || isDry || invocation.flag("json") || io.terminal.piped);
  if (isWanted || isDry || mayAsk) await say(describePolicy(path, io));
  const answer = mayAsk ? await io.ask("Write this policy? [Y/n] ") : undefined;
  if (answer !== undefined && !/^(?:y|yes)?$/i.test(answer.trim())) return { path, effect: "declined" };
  if (isDry || (!isWanted && answer === undefined)) {
    if (!isDry) await say(hint);
    return { path, effect: "offered" };
  }
  writePolicy(io.place.dataFolder, path);
  await say(`${createStyle(io.terminal.color).green("✓")} Wrote ${printable(path)}; edit it as you like.\n`);
  return { path, effect: "created" };
}

const hint =
  "You have no policy yet. Pass --yes to write the default one, --dry-run to see it, or --no-policy.\n";

function describePolicy(path: string, io: Io): string {
  const style = createStyle(io.terminal.color);
  return `You have no policy yet. The default one, for ${style.bold(printable(path))}:\n${policyText}`;
}

const policyText = `${JSON.stringify(defaultPolicy, undefined, 2)}\n`;

/** Fails if a policy has appeared since the question. */
function writePolicy(folder: string, path: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, policyText, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const reason = error instanceof Error ? printable(error.message) : "";
    throw new SkillError("file-unreadable", { path, reason }, { cause: error });
  }
}
