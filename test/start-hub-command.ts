import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterEach } from "vitest";
import { createFolder, sharedCode } from "./run-command.ts";
import { root } from "./source-files.ts";

export type RunningCommand = {
  readonly url: string;
  /** Ends it unless it has ended, and returns its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
};

const children: ChildProcess[] = [];

/** Call once in each test file that starts hubs. */
export function killHubsAfterwards(): void {
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
}

/** Starts the real command with `--json` and waits until it serves. */
export async function startHubCommand(words: readonly string[]): Promise<RunningCommand> {
  const bin = `${root}packages/cli/bin/skillwright.mjs`;
  const child = spawn(process.execPath, [bin, "hub", ...words, "--json"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...sharedCode, SKILLWRIGHT_HOME: createFolder() },
  });
  children.push(child);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    ended.then((code) => reject(new Error(`ended with ${code}: ${stderr.slice(-2000)}`)));
  });
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
