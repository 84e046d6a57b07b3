import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { devNull } from "node:os";
import { Duplex } from "node:stream";
import { SkillError } from "@skillwright/core";
import type { RunRequest } from "./sandbox.ts";
import type { Wrapper } from "./supervise-process.ts";

export type StartedProcess = {
  readonly child: ChildProcessWithoutNullStreams;
  /** Our ends of the pipes that the wrapper asked for. */
  readonly pipes: readonly Duplex[];
};

/** Starts a process in its own group, or rejects with the reason why it cannot start. */
export function startProcess(request: RunRequest, wrapper?: Wrapper): Promise<StartedProcess> {
  const { command, cwd, environment } = wrapper ?? request;
  const [program, ...parameters] = command;
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void =>
      reject(wrapper ? wrapperError(wrapper, request, cause) : startError(request, cause));
    try {
      const child = withoutInherited(3 + (wrapper?.pipes ?? 0), (stdio) =>
        spawn(program, parameters, { cwd, env: { ...environment }, detached: true, shell: false, stdio }),
      );
      child.once("error", fail);
      child.once("spawn", () => hasStreams(child) && resolve({ child, pipes: extraPipes(child) }));
    } catch (cause) {
      // Arguments that cannot be passed to a program: one with a NUL, or more than the system accepts.
      fail(cause);
    }
  });
}

function hasStreams(child: ChildProcess): child is ChildProcessWithoutNullStreams {
  return child.stdin !== null && child.stdout !== null && child.stderr !== null;
}

function extraPipes(child: ChildProcess): readonly Duplex[] {
  const standard = 3;
  return child.stdio.slice(standard).filter((stream) => stream instanceof Duplex);
}

/** ENOENT and EACCES are about the wrapper itself; any other failure is about the program. */
function wrapperError({ command }: Wrapper, request: RunRequest, cause: unknown): SkillError {
  const reason = reasonOf(cause);
  if (reason !== "ENOENT" && reason !== "EACCES") return startError(request, cause);
  return new SkillError(
    "sandbox-missing",
    { reason: `${command[0]} cannot be started (${reason})`, advice: "Reinstall it." },
    { cause },
  );
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}

function startError({ command: [program], cwd }: RunRequest, cause: unknown): SkillError {
  const reason = reasonOf(cause);
  if (reason !== "ENOENT") return new SkillError("program-unusable", { program, reason }, { cause });
  // The system reports a missing program and a missing folder in the same way.
  const folderIsThere = statSync(cwd, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return folderIsThere
    ? new SkillError("program-missing", { program }, { cause })
    : new SkillError("file-missing", { path: cwd }, { cause });
}

type Stdio = ("pipe" | "ignore" | number)[];

/**
 * Starts a program that gets the given number of pipes and no other descriptor. Descriptors that this process
 * inherited would be passed on: Node closes its own, but not those that an editor, a shell or a build server
 * left open. The program sees /dev/null in their place. Without `/proc`, Node closes them by itself.
 */
export function withoutInherited<T>(pipes: number, start: (stdio: Stdio) => T): T {
  const inherited = listDescriptors().filter(
    (descriptor) => descriptor >= pipes && !closesOnStart(descriptor),
  );
  const length = Math.max(pipes, ...inherited.map((descriptor) => descriptor + 1));
  const nowhere = openSync(devNull, "r+");
  try {
    return start(
      Array.from({ length }, (_, descriptor) => {
        if (descriptor < pipes) return "pipe";
        return inherited.includes(descriptor) ? nowhere : "ignore";
      }),
    );
  } finally {
    closeSync(nowhere);
  }
}

function listDescriptors(): readonly number[] {
  try {
    return readdirSync("/proc/self/fd").map(Number);
  } catch {
    // No /proc: not Linux, or hidden.
    return [];
  }
}

/** `O_CLOEXEC` of asm-generic/fcntl.h; the system prints flags in octal. */
const closeOnStart = 0o2000000;

function closesOnStart(descriptor: number): boolean {
  try {
    const [, flags = "0"] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & closeOnStart) !== 0;
  } catch {
    // Closed since it was listed, such as the descriptor of the listing itself.
    return true;
  }
}
