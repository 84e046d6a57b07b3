import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { root } from "./source-files.ts";

export type CommandResult = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};
export type CommandOptions = {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Record<string, string>;
};

/** Not the user's home. */
export const stateFolder = join(tmpdir(), "skillwright-test-home");

/** Machines of tests have empty homes, and half of the time of a short command is compiling, so all commands share compiled code. */
export const sharedCode = { NODE_COMPILE_CACHE: join(tmpdir(), "skillwright-compiled") };
const bin = `${root}packages/cli/bin/skillwright.mjs`;

/** Starts the real command as a process with pipes, as CI and other programs do. */
export function skillwright(words: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const { cwd = root, input, env = {} } = options;
  const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [bin, ...words], {
    cwd,
    env: { ...inherited, ...sharedCode, SKILLWRIGHT_HOME: stateFolder, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** In memory, fifty thousand files take seconds instead of a minute. */
const memoryDisk = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A temporary folder with these files, removed after the test file. */
export function createFolder(files: Readonly<Record<string, string>> = {}, parent = memoryDisk): string {
  const folder = mkdtempSync(join(parent, "skillwright-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const folders: string[] = [];

/** Call once in each test file that creates folders. */
export function removeFoldersAfterwards(): void {
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
}

/** The text of a small valid skill. */
export function skillText(name: string, body = "# Title\n\nRead the file.\n"): string {
  return `---\nname: ${name}\ndescription: Reads ${name} files. Use when the user names one.\n---\n${body}`;
}
