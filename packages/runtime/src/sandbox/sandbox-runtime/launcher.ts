import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { limitCommand, resourcesOf } from "../machine/resource-limits.ts";
import { bothSpellings, proxyVariables } from "../network/create-egress.ts";
import type { RunRequest } from "../sandbox.ts";

export type LauncherOptions = { readonly temporary: string; readonly isMac: boolean };

/**
 * A shell script that becomes the program: no capabilities, and no environment except the requested one and the
 * proxy settings, if any.
 */
export function renderLauncher(request: RunRequest, { temporary, isMac }: LauncherOptions): string {
  const environment = { ...request.environment, HOME: temporary, TMPDIR: temporary };
  const pairs = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const words = [
    ...pairs,
    ...limitCommand(request.command, { resources: resourcesOf(request), countsByNamespace: false }),
  ];
  if (words.some((word) => word.includes("\0"))) {
    const [program] = request.command;
    throw new SkillError("program-unusable", { program, reason: "an argument with a NUL" });
  }
  const proxied = typeof request.network === "string" ? [] : proxyWords;
  // The package drops capabilities only for its helper, which then gives its child all of them in its own
  // namespace.
  const drop = isMac ? [] : ["setpriv --bounding-set=-all --inh-caps=-all --no-new-privs"];
  return `${["exec", ...drop, "/usr/bin/env -i --", ...proxied, ...words.map(quoteWord)].join(" ")}\n`;
}

/**
 * The package tells the launcher where its proxy is. We do not pass on its exception list: it names private
 * networks, which are refused anyway and would then look unreachable.
 */
const proxyWords: readonly string[] = [
  ...proxyVariables.flatMap((name) => bothSpellings(name).map((spelled) => `${spelled}="$${name}"`)),
  ...bothSpellings("NO_PROXY").map((spelled) => `${spelled}=`),
  // Node ignores the others without this.
  "NODE_USE_ENV_PROXY=1",
];

/** Quotes a word so that every shell reads it literally. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Files of one run on the host's disk. */
export type RunFolder = {
  /** The script that starts the program, so that its contents appear in no process list. */
  readonly launcher: string;
  /** The program's private home and temporary folder. */
  readonly temporary: string;
  write(renderLauncher: string): void;
  remove(): void;
};

export function createRunFolder(): RunFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-run-")));
  const launcher = join(root, "launcher");
  const temporary = join(root, "tmp");
  mkdirSync(temporary);
  return {
    launcher,
    temporary,
    write: (text) => writeFileSync(launcher, text, { mode: 0o600 }),
    remove: () => removeFolder(root),
  };
}

function removeFolder(root: string): void {
  try {
    rmSync(root, { recursive: true, force: true });
  } catch {
    // A program can leave unreadable folders; that says nothing about how it ended.
  }
}
