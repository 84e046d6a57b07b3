import { SkillError } from "@skillwright/core";
import { endedBySignal } from "../ended-by-signal.ts";
import type { ProcessEnd } from "../supervise-process.ts";
import type { BubblewrapStatus } from "./read-status.ts";

/** How the program ended, derived from bubblewrap's end. Throws if bubblewrap itself failed. */
export function judgeEnd(
  end: ProcessEnd,
  told: { readonly status: BubblewrapStatus; readonly stderr: string },
): ProcessEnd {
  if (end.status !== "exited") return end;
  if (told.status.exitCode === undefined) throw startFailure(told.stderr);
  return endedBySignal(end);
}

function startFailure(stderr: string): SkillError {
  const words =
    stderr
      .trim()
      .split("\n")
      .at(-1)
      ?.replace(/^bwrap: /, "") || "it gave no reason";
  // The shell that sets the limits could not be started with these arguments or variables.
  if (words.startsWith("execvp"))
    return new SkillError("program-unusable", { program: "/bin/sh", reason: words });
  return new SkillError("sandbox-missing", {
    reason: `bubblewrap failed (${words})`,
    advice: "Try it in a shell: `bwrap --unshare-user --unshare-all --ro-bind / / --proc /proc true`.",
  });
}
