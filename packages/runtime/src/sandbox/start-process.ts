import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { Duplex } from "node:stream";
import { SkillError } from "@skillwright/core";
import type { RunRequest } from "./sandbox.ts";
import { withoutInherited } from "./without-inherited.ts";
import type { Wrapper } from "./wrapper.ts";

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
