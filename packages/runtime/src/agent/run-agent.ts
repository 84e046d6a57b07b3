import type { ModelMessage } from "ai";
import type { AgentModel, AgentOptions } from "./agent-options.ts";
import type { AgentEvent, AgentResult, ModelUsage } from "./agent-result.ts";
import { createAgentToolSet, createRunningCalls } from "./agent-tools.ts";
import { amendMessages } from "./amend-messages.ts";
import { createLoopDetector } from "./detect-loops.ts";
import { agentLimits } from "./limits.ts";
import { describeFault, type ModelFault } from "./model-fault.ts";
import { type RetryParts, runStepWithRetries, waitForRetry } from "./retry.ts";
import type { Step } from "./run-step.ts";

/**
 * Runs a model on a task with the session's skills and tools until it is done, or cannot or may not continue.
 *
 * @example
 * const { status, text } = await runAgent({ session, model, task: "Fill in form.pdf.", onEvent: print });
 */
export async function runAgent(options: AgentOptions): Promise<AgentResult> {
  const { session, signal, onEvent } = options;
  const stopping = new AbortController();
  const calls = createRunningCalls(await createAgentToolSet(session, options.tools));
  const denied = new Set<string>();
  const unsubscribe = session.events.subscribe((event) => {
    // Some servers restart call ids with each answer and conversation; this also sees events of sub-agents.
    if (event.session !== session.id) return;
    if (event.event === "tool-call-denied") denied.add(event.call);
    if (event.event === "tool-call-allowed") denied.delete(event.call);
  });
  try {
    return await converse(options, {
      session,
      system: options.system,
      calls,
      denied,
      silenceMs: options.silenceMs ?? agentLimits.modelSilenceMs,
      secrets: options.secrets ?? [],
      maxRetries: options.maxRetries ?? agentLimits.modelRetries,
      wait: options.wait ?? waitForRetry,
      signal: AbortSignal.any(signal === undefined ? [stopping.signal] : [stopping.signal, signal]),
      emit: async (event) => onEvent?.(event),
    });
  } finally {
    stopping.abort();
    await calls.settled();
    unsubscribe();
    await session.endTurn();
  }
}

async function converse(options: AgentOptions, parts: RetryParts): Promise<AgentResult> {
  const { maxSteps = agentLimits.agentSteps } = options;
  const chooseModel = createModelChoice(options, parts.emit);
  const detectLoops = createLoopDetector(parts.emit);
  let progress: Progress = { messages: [{ role: "user", content: options.task }], text: "", usages: [] };
  while (progress.usages.length < maxSteps) {
    const model = await chooseModel();
    const tried = await runStepWithRetries(model, progress.messages, parts);
    if (tried.status === "aborted") return end("aborted", progress);
    if (tried.status === "failed") return end("failed", progress, tried.fault);
    const { step } = tried;
    const circles = await detectLoops(step.calls);
    progress = advance(progress, model.modelId, amendStep(step, circles.notes, parts));
    const { usage } = step;
    await parts.emit({ type: "step-finished", step: progress.usages.length, model: model.modelId, usage });
    const fault = faultOf(step);
    if (fault !== undefined) return end("failed", progress, fault);
    if (step.calls.length === 0) return end("finished", progress);
    if (circles.isEndless) return end("looping", progress);
  }
  return end("out-of-steps", progress);
}

type Progress = {
  readonly messages: readonly ModelMessage[];
  readonly text: string;
  /** One per step. */
  readonly usages: readonly ModelUsage[];
};

function advance({ messages, text, usages }: Progress, model: string, step: Step): Progress {
  return {
    messages: [...messages, ...step.messages],
    text: step.text.trim() === "" ? text : step.text,
    usages: [...usages, { model, ...step.usage }],
  };
}

function amendStep(step: Step, notes: ReadonlyMap<string, string>, { calls }: RetryParts): Step {
  const isTool = (name: string): boolean => Object.hasOwn(calls.tools, name);
  return { ...step, messages: amendMessages(step.messages, { answers: step.answers, notes, isTool }) };
}

function end(status: AgentResult["status"], { text, usages }: Progress, fault?: ModelFault): AgentResult {
  const result = { status, text, steps: usages.length, usage: sumUsage(usages) };
  return fault === undefined ? result : { ...result, fault };
}

/** Detects an answer that ended, but not properly; its tool calls were not run. */
function faultOf({ finishReason, calls }: Step): ModelFault | undefined {
  if (finishReason === "length")
    return faultBecause("too-long", "its answer reached the maximum length and was cut off");
  if (finishReason === "content-filter") return faultBecause("refused", "it stopped the answer");
  if (finishReason === "stop" || finishReason === "tool-calls" || calls.length === 0) return undefined;
  return faultBecause("failed", "it called tools but ended its answer as if it had not");
}

function faultBecause(kind: ModelFault["kind"], why: string): ModelFault {
  return { kind, message: describeFault({ kind, why }) };
}

/** One sum per model, in order of first use. */
export function sumUsage(usages: readonly ModelUsage[]): readonly ModelUsage[] {
  const sums = new Map<string, ModelUsage>();
  for (const usage of usages) {
    const sum = sums.get(usage.model);
    sums.set(usage.model, sum === undefined ? usage : add(sum, usage));
  }
  return [...sums.values()];
}

function add(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    model: one.model,
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

/** The model of the next step: the one that the innermost skill prefers, else the agent's own. */
function createModelChoice(
  { session, model, findModel }: Pick<AgentOptions, "session" | "model" | "findModel">,
  emit: (event: AgentEvent) => Promise<void>,
): () => Promise<AgentModel> {
  const told = new Set<string>();
  return async () => {
    const name = session.model();
    // Claude Code's name for the agent's own.
    if (name === undefined || name === "inherit") return model;
    const found = findModel?.(name);
    if (!told.has(name)) {
      told.add(name);
      await emit({ type: "model-chosen", name, found: found !== undefined });
    }
    return found ?? model;
  };
}
