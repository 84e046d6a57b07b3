import type { RefusalCode } from "@skillwright/runtime";
import { exitCode } from "../../exit-code.ts";
import type { OpenedRun } from "./open-run.ts";
import type { RunParts } from "./task.ts";

/** The text of the activated skills, or an exit code if one was refused. */
type BegunSkills = { readonly texts: readonly string[] } | { readonly exitCode: number };

/** Activates the --skill skills in order, like a user typing `/name task`. */
export async function beginSkills(
  { session, whereLooked }: OpenedRun,
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
      const where = result.code === "skill-unknown" ? ` ${whereLooked}` : "";
      await io.err(`skillwright run: ${result.text}${where}\n`);
      return { exitCode: isMisnamed(result.code) ? exitCode.usage : exitCode.refused };
    }
    texts.push(result.text);
  }
  return { texts };
}

function isMisnamed(code: RefusalCode): boolean {
  return code === "skill-unknown" || code === "skill-ambiguous";
}
