import type { RefusalCode, Session } from "@skillwright/runtime";
import { exitCode } from "../exit-code.ts";
import type { RunParts } from "./run-task.ts";

/** What the model gets of the skills that the user named, or the exit code when one of them is refused. */
type BegunSkills = { readonly texts: readonly string[] } | { readonly exitCode: number };

/** Activates the skills of --skill one after the other, as a person would with `/name task`. */
export async function beginSkills(session: Session, parts: RunParts): Promise<BegunSkills> {
  const { request, signal, io, view } = parts;
  const texts: string[] = [];
  for (const skill of request.skills) {
    const result = await session.activate({ skill, arguments: request.task, trigger: "user", signal });
    if (io.signal().aborted) return { exitCode: exitCode.interrupted };
    if (result.status === "refused") {
      await view.written();
      await io.err(`skillwright run: ${result.text}\n`);
      return { exitCode: isMisnamed(result.code) ? exitCode.usage : exitCode.refused };
    }
    texts.push(result.text);
  }
  return { texts };
}

function isMisnamed(code: RefusalCode): boolean {
  return code === "skill-unknown" || code === "skill-ambiguous";
}
