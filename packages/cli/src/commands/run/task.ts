import type { RefusalCode } from "@skillwright/runtime";
import { runAgent } from "@skillwright/runtime/agent";
import type { Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import type { OpenedModel } from "../../models/open-model.ts";
import { createRunApprover, type RunApprover } from "../../session/approver.ts";
import { createDraftNotes, type DraftNotes } from "../../session/call-text.ts";
import { type AgentView, createAgentView, type ViewOptions } from "./agent-view.ts";
import { agentOptions, type OpenedRun, openRun, readAuthoring } from "./open-run.ts";
import { finishRun } from "./report.ts";
import type { RunRequest } from "./request.ts";
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

/** The text of the activated skills, or an exit code if one was refused. */
type BegunSkills = { readonly texts: readonly string[] } | { readonly exitCode: number };

/** Activates the --skill skills in order, like a user typing `/name task`. */
async function beginSkills(
  { session, searchedFoldersHint }: OpenedRun,
  parts: RunParts,
): Promise<BegunSkills> {
  const { request, signal, io, view } = parts;
  const texts: string[] = [];
  for (const skill of request.skills) {
    const result = await session.activate({ skill, arguments: request.task, trigger: "user", signal });
    // The agent sees the same signal and reports why it stopped.
    if (signal.aborted) return { texts };
    if (result.status === "refused") {
      await view.written();
      const where = result.code === "skill-unknown" ? ` ${searchedFoldersHint}` : "";
      await io.err(`skillwright run: ${result.text}${where}\n`);
      return { exitCode: isMisnamed(result.code) ? exitCode.usage : exitCode.refused };
    }
    texts.push(result.text);
  }
  return { texts };
}

function isMisnamed(code: RefusalCode): boolean {
  return code === "skill-unknown" || code === "skill-ambiguous" || code === "skill-version-missing";
}
