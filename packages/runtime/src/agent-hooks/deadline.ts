import { type FileSystem, limits, SkillError } from "@skillwright/core";
import type { Clock } from "../clock.ts";

/**
 * The time within which an event is judged. Most agents make the call when their hook takes too long, and what a call or a
 * repository names can make it take long, so past this moment the answer is no.
 */
export type Deadline = {
  /** Fails with `tool-timed-out` once there is no more time. */
  check(): void;
  /** The same disk, on which nothing is looked up any more then. */
  around(fs: FileSystem): FileSystem;
};

export function startDeadline({ elapsed }: Pick<Clock, "elapsed">): Deadline {
  const start = elapsed();
  const check = (): void => {
    if (elapsed() - start <= limits.guardedMs) return;
    throw new SkillError("tool-timed-out", { what: `not judged within ${limits.guardedMs / 1000} seconds` });
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
