import { realpathSync } from "node:fs";
import { delimiter } from "node:path";
import { setTimeout } from "node:timers/promises";
import { main } from "../packages/cli/src/main.ts";
import { createTestIo } from "../packages/cli/src/test-io.ts";
import { type CommandOptions, type CommandResult, stateFolder } from "./run-command.ts";
import { root } from "./source-files.ts";

/**
 * Runs the command in this process, from its sources, on real files, servers and clocks: a process of its own spends a quarter of a
 * second on loading the command each time. What only a process has (signals, Node's own variables, colors, the bundle) needs one.
 */
export async function skillwrightHere(
  words: readonly string[],
  { cwd = root, input = "", env = {} }: CommandOptions = {},
): Promise<CommandResult> {
  const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env as Record<string, string>;
  const environment: Record<string, string> = { ...inherited, SKILLWRIGHT_HOME: stateFolder, ...env };
  const alone = Object.keys(env).find((name) => /^(?:NODE_|FORCE_COLOR$)/.test(name));
  if (alone !== undefined) throw new Error(`Only a process heeds ${alone}: start one.`);
  const { HOME: home = "", SKILLWRIGHT_HOME: dataFolder = stateFolder, PATH = "" } = environment;
  const io = createTestIo({
    ...{ input, cwd, environment, today: Date.now },
    columns: Number(environment.COLUMNS ?? 80),
    place: {
      ...{ home, dataFolder, cacheFolder: `${dataFolder}/cache` },
      configFolder: environment.XDG_CONFIG_HOME || `${home}/.config`,
      systemFolder: "/etc/skillwright",
      node: process.versions.node,
      programs: PATH.split(delimiter).filter((folder) => folder !== ""),
      command: [process.execPath, `${root}packages/cli/bin/skillwright.mjs`],
    },
  });
  const wait = (ms: number): Promise<true> => setTimeout(ms, true);
  const leave = enter(cwd);
  try {
    const code = await main(words, { ...io, now: () => performance.now(), wait });
    return { code, stdout: io.written.out, stderr: io.written.err };
  } finally {
    leave();
  }
}

const before = process.cwd();
let running = 0;

/** A process has one current folder, which no thread can change, so commands that run at once must share it. */
function enter(folder: string): () => void {
  if (running > 0 && process.cwd() !== realpathSync(folder))
    throw new Error("Start a process for a command in another folder.");
  running++;
  process.chdir(folder);
  return () => {
    running--;
    if (running === 0) process.chdir(before);
  };
}
