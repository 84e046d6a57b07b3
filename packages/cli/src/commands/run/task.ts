import { runAgent } from "@skillwright/runtime/agent";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import type { OpenedModel } from "../../models/open-model.ts";
import { createRunApprover, type RunApprover } from "../../session/approver.ts";
import { createDraftNotes, type DraftNotes } from "../../session/draft-notes.ts";
import { agentOptions } from "./agent-options.ts";
import { type AgentView, createAgentView, type ViewOptions } from "./agent-view.ts";
import { readAuthoring } from "./authoring.ts";
import { finishRun } from "./finish-run.ts";
import { openRun } from "./open-run.ts";
import type { RunRequest } from "./request.ts";
import { beginSkills } from "./run-skills.ts";
import { createRunTally, type RunTally } from "./tally.ts";

export type RunTask = {
  readonly request: RunRequest;
  readonly model: OpenedModel;
  readonly invocation: Invocation;
};

/** Shared state of a run. */
export type RunParts = RunTask & {
  readonly io: Io;
  readonly view: AgentView;
  readonly tally: RunTally;
  readonly drafts: DraftNotes;
  readonly approver: RunApprover;
  /** Fires on Ctrl-C or on timeout. */
  readonly signal: AbortSignal;
};

/** Runs an agent on a task; returns the exit code. */
export async function runTask(task: RunTask, io: Io): Promise<number> {
  const started = io.now();
  const parts = createParts(task, io);
  const run = await openRun(parts);
  try {
    const begun = await beginSkills(run, parts);
    if ("exitCode" in begun) return begun.exitCode;
    const result = await runAgent({
      ...agentOptions(parts),
      session: run.session,
      system: run.system,
      task: [...begun.texts, task.request.task].join("\n\n"),
    });
    await run.close();
    const durationMs = io.now() - started;
    return await finishRun({ result, durationMs, run }, parts);
  } finally {
    await run.close();
    await parts.view.written();
  }
}

function createParts(task: RunTask, io: Io): RunParts {
  const { yes, timeoutMs } = task.request;
  const view = createAgentView(io, { shows: whatToShow(task.request, io) });
  const signals = timeoutMs === undefined ? [io.signal()] : [io.signal(), AbortSignal.timeout(timeoutMs)];
  const signal = AbortSignal.any(signals);
  const drafts = createDraftNotes();
  const { into } = readAuthoring(task.invocation, io);
  const authoring = { drafts, into };
  const approver = createRunApprover(io, { yes, makeRoom: view.makeRoom, signal, authoring });
  return { ...task, io, view, tally: createRunTally(task.model.price), drafts, approver, signal };
}

function whatToShow({ json, quiet }: RunRequest, { terminal }: Io): ViewOptions["shows"] {
  if (quiet) return "nothing";
  return terminal.screen && !json ? "stream" : "answer";
}
