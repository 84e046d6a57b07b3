import { constants } from "node:os";
import { SkillError } from "@skillwright/core";
import type { ProcessEnd } from "../supervise-process.ts";
import type { BubblewrapStatus } from "./read-status.ts";

/**
 * How the program ended, from how bubblewrap did. Its own failure is an error and never a result. It tells of a signal only
 * as shells do, so a program that exits with such a code by itself counts as killed.
 */
export function judgeEnd(
  end: ProcessEnd,
  told: { readonly status: BubblewrapStatus; readonly stderr: string },
): ProcessEnd {
  if (end.status !== "exited") return end;
  if (told.status.exitCode === undefined) throw startFailure(told.stderr);
  const isSignal = Object.values(constants.signals).some((number) => end.exitCode === 128 + number);
  return isSignal ? { ...end, status: "killed" } : end;
}

function startFailure(stderr: string): SkillError {
  const words =
    stderr
      .trim()
      .split("\n")
      .at(-1)
      ?.replace(/^bwrap: /, "") || "it gave no reason";
  // The shell that sets the bounds could not be started with these arguments or variables.
  if (words.startsWith("execvp"))
    return new SkillError("program-unusable", { program: "/bin/sh", reason: words });
  return new SkillError("sandbox-missing", {
    reason: `bubblewrap failed (${words})`,
    advice: "Try it in a shell: `bwrap --unshare-user --unshare-all --ro-bind / / --proc /proc true`.",
  });
}
