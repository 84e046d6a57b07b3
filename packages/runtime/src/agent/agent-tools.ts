import { setTimeout as sleep } from "node:timers/promises";
import { SkillError } from "@skillwright/core";
import type { ToolSet } from "ai";
import { skillTools, wrapTools } from "../adapters/ai-sdk.ts";
import { runtimeLimits } from "../limits.ts";
import type { Session } from "../session/session.ts";
import { requireDistinct } from "../tools/create-tools.ts";

export type RunningCalls = {
  /** The same tools, with their calls counted. */
  readonly tools: ToolSet;
  /** Calls started so far. */
  begun(): number;
  /**
   * Resolves when all running calls have ended or will not end: a stopped program needs a moment, and must not
   * outlive its agent.
   */
  settled(): Promise<void>;
};

/** Tracks which calls have started, so that nothing is done twice, and which still run when an agent stops. */
export function createRunningCalls(tools: ToolSet): RunningCalls {
  const running = new Set<Promise<unknown>>();
  let begun = 0;
  const count = (result: unknown): unknown => {
    begun++;
    if (!(result instanceof Promise)) return result;
    const ended: Promise<unknown> = result
      .catch(() => {})
      .finally(() => {
        running.delete(ended);
      });
    running.add(ended);
    return result;
  };
  const counted = Object.entries(tools).map(([name, tool]): [string, ToolSet[string]] => {
    const { execute } = tool;
    if (execute === undefined) return [name, tool];
    return [name, { ...tool, execute: (input, options) => count(execute(input, options)) }];
  });
  return {
    tools: Object.fromEntries(counted),
    begun: () => begun,
    settled: async () => {
      if (running.size === 0) return;
      const patience = new AbortController();
      const enough = sleep(runtimeLimits.stopGraceMs * 2, undefined, { signal: patience.signal }).catch(
        () => {},
      );
      await Promise.race([Promise.all(running), enough]);
      patience.abort();
    },
  };
}

/** The session's tools and the host's, all guarded. */
export async function createAgentToolSet(session: Session, own: ToolSet = {}): Promise<ToolSet> {
  const tools = await skillTools(session);
  requireDistinct(toNames(own), toNames(tools));
  checkOwn(own);
  return { ...tools, ...wrapTools(session, own) };
}

function toNames(tools: ToolSet): readonly { readonly name: string }[] {
  return Object.keys(tools).map((name) => ({ name }));
}

/** An agent cannot run a tool without a function, nor answer a tool's own approval request. */
function checkOwn(tools: ToolSet): void {
  for (const [name, { execute, isProviderExecuted, needsApproval }] of Object.entries(tools)) {
    if (execute === undefined && isProviderExecuted !== true) refuse(`${name} has no function to run`);
    if (needsApproval !== undefined && needsApproval !== false)
      refuse(`${name} has its own approval (needsApproval); let the policy ask`);
  }
}

function refuse(reason: string): never {
  throw new SkillError("option-invalid", { name: "tools", reason });
}
