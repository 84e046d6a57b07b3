import { setTimeout as sleep } from "node:timers/promises";
import type { ToolSet } from "ai";
import { runtimeLimits } from "../limits.ts";

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
