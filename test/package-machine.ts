import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parseOutput } from "./command-schema.ts";
import { type CommandOptions, type CommandResult, createFolder, skillwright } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";

/** A machine with a project in which Claude Code is used, for tests that start the real command. */
export type PackageMachine = {
  readonly folder: string;
  /** Runs the command in this process. */
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<CommandResult>;
  /** Runs the built command, as users do. */
  start(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<CommandResult>;
  /** The lock's entry of a skill. */
  locked(name: string): Readonly<Record<string, unknown>> | undefined;
  /** The text of a file of the project; empty if it is missing. */
  read(path: string): string;
  removeInstalled(): void;
};

/** Proxies of whoever runs the tests do not matter; tests that need one name it. */
const noProxies = {
  HTTP_PROXY: "",
  HTTPS_PROXY: "",
  http_proxy: "",
  https_proxy: "",
  NO_PROXY: "",
  no_proxy: "",
};

/** With its policy, the commits of a test are old enough. */
export function createPackageMachine(files: Readonly<Record<string, string>> = {}): PackageMachine {
  const policy = '{"version":1,"install":{"minimumReleaseAgeHours":0}}';
  const folder = createFolder({
    "repo/.claude/settings.json": "{}\n",
    "data/policy.json": policy,
    ...files,
  });
  for (const path of ["repo/.git", "home"]) mkdirSync(join(folder, path), { recursive: true });
  const read = (path: string): string => {
    const file = join(folder, "repo", path);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  const optionsFor = (env: Readonly<Record<string, string>> = {}): CommandOptions => ({
    cwd: join(folder, "repo"),
    env: {
      ...noProxies,
      HOME: join(folder, "home"),
      SKILLWRIGHT_HOME: join(folder, "data"),
      SKILLWRIGHT_HUB: "",
      GIT_CONFIG_NOSYSTEM: "1",
      ...env,
    },
  });
  return {
    folder,
    read,
    run: (words, env) => skillwrightHere(words, optionsFor(env)),
    start: (words, env) => skillwright(words, optionsFor(env)),
    locked: (name) => JSON.parse(read("skillwright.lock") || '{"skills":{}}').skills[name],
    removeInstalled: () => {
      for (const path of ["repo/.agents", "repo/.claude/skills"])
        rmSync(join(folder, path), { recursive: true, force: true });
    },
  };
}

/** What the command printed, for a clear difference when it fails. */
export function expectSuccess({ code, stderr, stdout }: CommandResult): void {
  expect(code, `${stderr}${stdout}`).toBe(0);
}

/** `verify` agrees with the lock about everything that is installed. */
export async function expectVerified(machine: PackageMachine, names: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await machine.run(["verify", "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(parseOutput("verify", stdout).skills).toEqual(
    names.map((name) => expect.objectContaining({ name, status: "ok" })),
  );
}

/** Nothing of a failed `add` is there: no skill, no link, no lock, no wants, no working folder. */
export function expectUntouched({ folder }: PackageMachine): void {
  for (const path of ["skillwright.lock", "skillwright.json", ".agents/skills/pdf", ".claude/skills/pdf"])
    expect(existsSync(join(folder, "repo", path)), path).toBe(false);
  expect(existsSync(join(folder, "repo/.agents/skills/.skillwright"))).toBe(false);
}
