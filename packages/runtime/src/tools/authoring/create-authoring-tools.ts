import type { Catalog, PolicyLayer } from "@skillwright/core";
import type { Clock } from "../../clock.ts";
import type { ScriptHost } from "../../scripts/run-script.ts";
import { createEnvelopeTool } from "../create-tool.ts";
import type { Tool } from "../tool.ts";
import { draftDefinition, saveDefinition, tryDefinition } from "./definitions.ts";
import { createDraft } from "./draft-tool.ts";
import type { Drafts } from "./drafts.ts";
import { createSave } from "./save-tool.ts";
import { createTry } from "./try-tool.ts";

/** How agents may write new skills. */
export type AuthoringConfig = {
  /** Absolute folder that new skills are put into, once a person has agreed. */
  readonly into: string;
};

export type AuthoringDependencies = {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly drafts: Drafts;
  /** Absolute, links resolved. */
  readonly into: string;
  /** Runs scripts of drafts as those of installed skills. */
  readonly host: ScriptHost;
};

/** The tools with which an agent writes a skill, tries it and installs it: document d, journey 3. */
export function createAuthoringTools(dependencies: AuthoringDependencies): readonly Tool[] {
  const { drafts, host } = dependencies;
  return [
    createEnvelopeTool(draftDefinition, createDraft(drafts)),
    createEnvelopeTool(tryDefinition, createTry(drafts, host)),
    createEnvelopeTool(saveDefinition, createSave(dependencies)),
  ];
}

/** Whatever a policy or a skill allows: what agents will do from now on is for a person to agree to. */
export const authoringLayer: PolicyLayer = {
  kind: "default",
  name: "authoring",
  ask: [{ text: saveDefinition.name, tool: saveDefinition.name }],
};
