import { isJsonObject } from "@skillwright/core/text";
import type { AgentEvent } from "@skillwright/runtime/agent";

/** The answer of the tool that wrote a draft. */
export type DraftNote = {
  readonly name: string;
  readonly digest: string;
  /** Absolute folder with a copy for review. */
  readonly folder: string;
  /** Paths inside it. */
  readonly files: readonly string[];
  /** Number of findings. */
  readonly findings: number;
};

/** The drafts of a run by digest, so that an approval question can describe them. */
export type DraftNotes = {
  hear(event: AgentEvent): void;
  find(digest: string): DraftNote | undefined;
};

export function createDraftNotes(): DraftNotes {
  const notes = new Map<string, DraftNote>();
  const hear = (event: AgentEvent): void => {
    const note = event.type === "subagent" ? undefined : toNote(event);
    if (event.type === "subagent") hear(event.event);
    if (note !== undefined) notes.set(note.digest, note);
  };
  return { hear, find: (digest) => notes.get(digest) };
}

function toNote(event: AgentEvent): DraftNote | undefined {
  if (event.type !== "tool-answered" || event.tool !== "skills_draft" || !event.ok) return undefined;
  const data = isJsonObject(event.output) ? event.output.data : undefined;
  if (!isJsonObject(data)) return undefined;
  const { name, digest, folder, files, findings } = data;
  if (typeof name !== "string" || typeof digest !== "string" || typeof folder !== "string") return undefined;
  const paths: readonly unknown[] = Array.isArray(files) ? files : [];
  return {
    name,
    digest,
    folder,
    files: paths.filter((path) => typeof path === "string"),
    findings: Array.isArray(findings) ? findings.length : 0,
  };
}
