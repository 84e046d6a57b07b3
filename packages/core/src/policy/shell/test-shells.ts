import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A shell that agents may run lines in. */
export type RealShell = {
  readonly name: string;
  readonly program: string;
  readonly words: readonly string[];
};

/** Every shell whose reading counts. */
export const allShells: readonly RealShell[] = [
  { name: "bash", program: "bash", words: ["--norc"] },
  { name: "bash --posix", program: "bash", words: ["--norc", "--posix"] },
  { name: "dash", program: "dash", words: [] },
  { name: "zsh", program: "zsh", words: ["-f"] },
];

/** The ones on this machine, with their paths. */
export const realShells: readonly RealShell[] = allShells.flatMap((shell) => {
  const program = findProgram(shell.program);
  return program === undefined ? [] : [{ ...shell, program }];
});

function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The only programs that the shells find. Each writes its name into a log and does nothing else. */
export const canaries: readonly string[] =
  "git id rm curl sh touch node python3 cat ls tee xargs pager more".split(" ");

/** One line in one shell. Effects are collected later, since some continue in the background. */
export type ShellRun = { readonly line: string; readonly cwd: string; readonly log: string };

type ShellPlace = {
  readonly run: (shell: RealShell, line: string) => ShellRun;
  readonly remove: () => void;
};

/** A throw-away folder where shells can run lines without harm. */
export function createShellPlace(): ShellPlace {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-shell-"));
  const programs = join(folder, "bin");
  mkdirSync(programs);
  for (const name of canaries) {
    writeFileSync(join(programs, name), `#!/bin/sh\necho ${name} >> "$LOG"\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const run = ({ program, words }: RealShell, line: string): ShellRun => {
    const cwd = mkdtempSync(join(folder, "run-"));
    const log = `${cwd}.log`;
    writeFileSync(log, "");
    const env = { PATH: programs, LOG: log };
    spawnSync(program, [...words, "-c", line], { cwd, env, stdio: "ignore", timeout: 3000 });
    return { line, cwd, log };
  };
  // Some programs may still be running.
  return { run, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

export function startedPrograms(log: string): readonly string[] {
  return readFileSync(log, "utf8").split("\n").filter(Boolean);
}
