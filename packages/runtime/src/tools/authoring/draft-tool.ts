import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent } from "../envelope.ts";
import { checkDraft } from "./check-draft.ts";
import type { DraftInput } from "./definitions.ts";
import type { Drafts } from "./drafts.ts";

/** Writes a draft and returns its findings. */
export function createDraft(drafts: Drafts): Executor<DraftInput, EnvelopeContent> {
  return async ({ name, files: changes }) => {
    const draft = drafts.change(name, changes);
    const { digest, folder, files } = draft;
    return { data: { name, digest, folder, files: [...files.keys()].sort(), ...checkDraft(draft) } };
  };
}
