import type { Catalog } from "@skillwright/core/catalog";
import type { PolicyLayer } from "@skillwright/core/policy";
import type { Clock } from "../../clock.ts";
import type { ScriptHost } from "../../scripts/run-script.ts";
import { createEnvelopeTool, type Executor } from "../create-tool.ts";
import type { EnvelopeContent } from "../envelope.ts";
import type { Tool } from "../tool.ts";
import { type DraftInput, draftDefinition, saveDefinition, tryDefinition } from "./definitions.ts";
import { checkDraft, type Drafts } from "./drafts.ts";
import { createSave } from "./save-tool.ts";
import { createTry } from "./try-tool.ts";

/** How agents may write new skills. */
export type AuthoringConfig = {
  /** Absolute folder for new skills, after a person approves. */
  readonly into: string;
};

export type AuthoringDependencies = {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly drafts: Drafts;
  /** Absolute, links resolved. */
  readonly into: string;
  /** Runs scripts of drafts like those of installed skills. */
  readonly host: ScriptHost;
};

/** The tools to write, try and install a skill: OmniForge, journey 3. */
export function createAuthoringTools(dependencies: AuthoringDependencies): readonly Tool[] {
  const { drafts, host } = dependencies;
  return [
    createEnvelopeTool(draftDefinition, createDraft(drafts)),
    createEnvelopeTool(tryDefinition, createTry(drafts, host)),
    createEnvelopeTool(saveDefinition, createSave(dependencies)),
  ];
}

/** Regardless of policy or skills: a person must agree to what agents will do from now on. */
export const authoringLayer: PolicyLayer = {
  kind: "default",
  name: "authoring",
  ask: [{ text: saveDefinition.name, tool: saveDefinition.name }],
};

/** Writes a draft and returns its findings. */
function createDraft(drafts: Drafts): Executor<DraftInput, EnvelopeContent> {
  return async ({ name, files: changes }) => {
    const draft = drafts.change(name, changes);
    const { digest, folder, files } = draft;
    return { data: { name, digest, folder, files: [...files.keys()].sort(), ...(await checkDraft(draft)) } };
  };
}
