import { constants } from "node:os";
import { systemClock } from "../clock.ts";
import { captureOutput, type Listener } from "./capture-output.ts";
import { feedInput } from "./feed-input.ts";
import type { RunRequest, RunResult } from "./sandbox.ts";
import { startProcess } from "./start-process.ts";
import { superviseProcess } from "./supervise-process.ts";
import type { Wrapper } from "./wrapper.ts";

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
    ...(wrapper ? { wrapper } : {}),
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
