import { isJsonObject } from "@skillwright/core/text";
import type { AgentEvent } from "@skillwright/runtime/agent";

/** What the tool answered that wrote a draft. */
export type DraftNote = {
  readonly name: string;
  readonly digest: string;
  /** Absolute folder of a copy to look at. */
  readonly folder: string;
  /** Paths inside it. */
  readonly files: readonly string[];
  /** How much the check found. */
  readonly findings: number;
};

/** The drafts of a run, so that a person who is asked for one by its digest can be told what it is. */
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
