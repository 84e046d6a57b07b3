import { constants } from "node:os";
import { Readable, type Writable } from "node:stream";
import { compact } from "@skillwright/core/text";
import { systemClock } from "../clock.ts";
import { captureOutput, type Listener } from "./capture-output.ts";
import type { RunRequest, RunResult, Sandbox } from "./sandbox.ts";
import { startProcess } from "./start-process.ts";
import { superviseProcess, type Wrapper } from "./supervise-process.ts";

/**
 * Runs one program in its own process group and resolves when it has ended, together with everything it
 * started. Only a process that deliberately leaves its group escapes; confining backends stop that too. If the
 * input or the listener fails, stops the program and rejects with that error.
 */
export async function runProcess(request: RunRequest, wrapper?: Wrapper): Promise<RunResult> {
  if (request.signal?.aborted) return neverStarted;
  const started = systemClock.elapsed();
  const { child, pipes } = await startProcess(request, wrapper);
  const failures: unknown[] = [];
  const fail = (error: unknown): void => {
    failures.push(error);
    supervised.stop({ status: "aborted" });
  };
  const stdout = captureOutput(child.stdout, request.outputBytes, listenTo(request, "stdout", fail));
  const stderr = captureOutput(child.stderr, request.outputBytes, listenTo(request, "stderr", fail));
  const supervised = superviseProcess({
    child,
    request,
    heard: Promise.all([stdout.done, stderr.done]),
    isHeld: () => stdout.held() || stderr.held(),
    ...compact({ wrapper }),
  });
  wrapper?.started(pipes, (exceeded) => supervised.stop({ status: "over-limit", exceeded }));
  feedInput(child.stdin, request.stdin, fail);
  const end = await supervised.ended;
  const judged = wrapper ? await wrapper.ended(end, stderr.text()) : end;
  if (failures.length > 0) throw failures[0];
  return {
    ...judged,
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

function listenTo(
  { onOutput }: RunRequest,
  stream: "stdout" | "stderr",
  fail: (error: unknown) => void,
): Listener | undefined {
  return onOutput && { hear: (bytes) => onOutput(stream, bytes), fail };
}

/**
 * Writes a program's input and closes it. Reads no more than the program consumes, and stops when the program
 * exits or closes its end.
 */
function feedInput(sink: Writable, input: RunRequest["stdin"], fail: (error: unknown) => void): void {
  // A program may exit or close its input before reading all of it.
  sink.on("error", () => {});
  if (input === undefined || typeof input === "string") {
    sink.end(input ?? "");
    return;
  }
  const source = Readable.from(input);
  source.on("error", fail);
  sink.on("close", () => source.destroy());
  source.pipe(sink);
}

/**
 * Runs programs as the user, with full access to files and network: for hosts that are confined themselves.
 * Time, output and environment are still limited.
 */
export function createUnconfinedSandbox(): Sandbox {
  return { name: "none", confines: false, run: runProcess };
}
