import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import { endedBySignal, type ProcessEnd } from "../supervise-process.ts";

/** How the program ended, derived from bubblewrap's end. Throws if bubblewrap itself failed. */
export function toProgramEnd(
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

/** What bubblewrap has reported so far, as consecutive JSON documents. */
type BubblewrapStatus = {
  /** The namespace's first process, by the host's numbering; killing it kills all others. */
  readonly firstProcess?: number;
  /** The program's exit code; absent until it exits, and if it could not be started. */
  readonly exitCode?: number;
};

export function readStatus(text: string): BubblewrapStatus {
  const read = (name: string): number | undefined => {
    const digits = new RegExp(`"${name}": *(\\d+)`).exec(text)?.[1];
    return digits === undefined ? undefined : Number(digits);
  };
  return compact({ firstProcess: read("child-pid"), exitCode: read("exit-code") });
}
