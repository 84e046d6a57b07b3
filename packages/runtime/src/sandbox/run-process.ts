import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { constants } from "node:os";
import { limits, SkillError } from "@skillwright/core";
import { systemClock } from "../clock.ts";
import { captureOutput } from "./capture-output.ts";
import type { RunRequest, RunResult } from "./sandbox.ts";

/**
 * Runs one program in a process group of its own and answers when it has ended, whatever it does: what it started
 * is ended with it. Only a process that leaves its group on purpose escapes; backends that confine stop that too.
 */
export async function runProcess(request: RunRequest): Promise<RunResult> {
  if (request.signal?.aborted) return neverStarted;
  const started = systemClock.elapsed();
  const child = await start(request);
  const stdout = captureOutput(child.stdout, request.outputBytes);
  const stderr = captureOutput(child.stderr, request.outputBytes);
  // A program may end, or close its input, before it has read it all.
  child.stdin.on("error", () => {});
  child.stdin.end(request.stdin ?? "");
  const end = await watch(child, request);
  return {
    ...end,
    stdout: stdout.text(),
    stderr: stderr.text(),
    truncated: stdout.truncated() || stderr.truncated(),
    durationMs: Math.round(systemClock.elapsed() - started),
  };
}

const neverStarted: RunResult = {
  status: "aborted",
  exitCode: 128 + constants.signals.SIGTERM,
  stdout: "",
  stderr: "",
  truncated: false,
  durationMs: 0,
};

/** A process that runs, or the reason why it does not. */
function start({ command, cwd, environment }: RunRequest): Promise<ChildProcessWithoutNullStreams> {
  const [program, ...parameters] = command;
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(startError({ program, cwd, cause }));
    try {
      const child = spawn(program, parameters, {
        cwd,
        env: { ...environment },
        detached: true,
        shell: false,
      });
      child.once("error", fail);
      child.once("spawn", () => resolve(child));
    } catch (cause) {
      // Arguments that no program can be given, such as one with a NUL, or more than the system takes.
      fail(cause);
    }
  });
}

function startError(failure: {
  readonly program: string;
  readonly cwd: string;
  readonly cause: unknown;
}): SkillError {
  const { program, cwd, cause } = failure;
  const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  if (reason !== "ENOENT") return new SkillError("program-unusable", { program, reason }, { cause });
  // The system has one answer for two things that may be missing.
  const folderIsThere = statSync(cwd, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return folderIsThere
    ? new SkillError("program-missing", { program }, { cause })
    : new SkillError("file-missing", { path: cwd }, { cause });
}

/** Waits for the end, and brings it about when time is up or the caller has lost interest. */
function watch(
  child: ChildProcessWithoutNullStreams,
  request: RunRequest,
): Promise<Pick<RunResult, "status" | "exitCode">> {
  return new Promise((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    const after = (milliseconds: number, act: () => void): void =>
      void timers.push(setTimeout(act, milliseconds));
    let stopped: "timed-out" | "aborted" | undefined;
    const stop = (why: "timed-out" | "aborted"): void => {
      if (stopped || child.exitCode !== null || child.signalCode !== null) return;
      stopped = why;
      signalGroup(child, "SIGTERM");
      after(limits.stopGraceMs, () => signalGroup(child, "SIGKILL"));
    };
    const abort = (): void => stop("aborted");
    request.signal?.addEventListener("abort", abort, { once: true });
    if (request.signal?.aborted) abort();
    after(Math.min(request.timeoutMs, longestTimer), () => stop("timed-out"));
    // What the program leaves behind would keep running, and keep its output open.
    child.once("exit", () => {
      signalGroup(child, "SIGKILL");
      after(limits.stopGraceMs, () => closeOutput(child));
    });
    child.once("close", (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      request.signal?.removeEventListener("abort", abort);
      resolve({
        status: stopped ?? (signal ? "killed" : "exited"),
        exitCode: code ?? 128 + (signal ? constants.signals[signal] : 0),
      });
    });
  });
}

/** Node takes a longer wait for none at all. */
const longestTimer = 2 ** 31 - 1;

function signalGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: nobody is left in the group. EPERM: macOS says so of a group whose members have all ended.
    if (!(error instanceof Error && "code" in error && ["ESRCH", "EPERM"].includes(String(error.code))))
      throw error;
  }
}

/** A process that has left the group may hold on to the output for ever; nobody waits for it. */
function closeOutput(child: ChildProcessWithoutNullStreams): void {
  child.stdin.destroy();
  child.stdout.destroy();
  child.stderr.destroy();
}
