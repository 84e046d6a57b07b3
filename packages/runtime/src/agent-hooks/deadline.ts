import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import type { Clock } from "../clock.ts";
import { agentHooksLimits } from "./limits.ts";

/**
 * The time limit for answering an event. Most agents make the call if their hook takes too long, and a call or
 * repository can make it slow, so the answer after the limit is deny.
 */
export type Deadline = {
  /** Throws `tool-timed-out` after the limit. */
  check(): void;
  /** The same file system, failing after the limit. */
  around(fs: FileSystem): FileSystem;
};

export function startDeadline({ elapsed }: Pick<Clock, "elapsed">): Deadline {
  const start = elapsed();
  const check = (): void => {
    if (elapsed() - start <= agentHooksLimits.guardedMs) return;
    throw new SkillError("tool-timed-out", {
      what: `not judged within ${agentHooksLimits.guardedMs / 1000} seconds`,
    });
  };
  const timed =
    <Args extends readonly unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      check();
      return act(...args);
    };
  return {
    check,
    around: (fs) => ({
      stat: timed(fs.stat),
      list: timed(fs.list),
      read: timed(fs.read),
      realPath: timed(fs.realPath),
      write: timed(fs.write),
    }),
  };
}
