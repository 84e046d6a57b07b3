import { SkillError } from "@skillwright/core";
import { renderActivation } from "@skillwright/core/activate";
import type { Catalog, CatalogSkill, LoadedEntry } from "@skillwright/core/catalog";
import { openCatalog } from "@skillwright/core/node";
import { allowsImplied, formatDecision } from "@skillwright/core/policy";
import type { JsonObject } from "@skillwright/core/text";
import { compact } from "@skillwright/core/text";
import type { ToolCall } from "../../admission/tool-call.ts";
import type { ScriptHost } from "../../scripts/run-script.ts";
import type { ActiveSkill } from "../../session/session.ts";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent } from "../envelope.ts";
import { runScriptDefinition } from "../skills/definitions.ts";
import { createRunScript } from "../skills/run-script-tool.ts";
import type { TryInput } from "./definitions.ts";
import { checkDraft, type Draft, type Drafts } from "./drafts.ts";

/** Shows a draft as a model will get it, or runs one of its scripts as if the skill were installed. */
export function createTry(drafts: Drafts, host: ScriptHost): Executor<TryInput, EnvelopeContent> {
  return async ({ name, script, ...rest }, call) => {
    const draft = drafts.find(name);
    const catalog = await openDraft(draft);
    if (script === undefined) {
      const entry = await catalog.load(name, { digest: draft.digest });
      return { data: { name, digest: draft.digest, content: preview(entry) } };
    }
    requireAllowed({ name, script }, call);
    const session = { active: () => [asActive(catalog.find(name), draft)] };
    // The authoring skill's list names this tool; that it names no programs does not concern drafts.
    const trying = { ...call, excludedBy: () => undefined };
    return createRunScript({ ...host, catalog, session })({ name, script, ...rest }, trying);
  };
}

/** A rule that denies or asks about skills' scripts applies to drafts too. */
function requireAllowed(script: JsonObject, { judge }: ToolCall): void {
  const decision = judge(runScriptDefinition.name, script);
  const reason = `${formatDecision(decision)} This applies to scripts of drafts too.`;
  if (!allowsImplied(decision)) throw new SkillError("tool-input-invalid", { reason });
}

/** A catalog of only the draft. */
async function openDraft(draft: Draft): Promise<Catalog> {
  const { name, folder } = draft;
  if (!(await checkDraft(draft)).valid)
    throw new SkillError("tool-input-invalid", {
      reason: `The draft ${name} has errors, so it cannot be loaded. Fix them with skills_draft.`,
    });
  return openCatalog({ roots: [folder] });
}

function asActive({ id, name, directory }: CatalogSkill, { digest, files }: Draft): ActiveSkill {
  return {
    activation: digest,
    id,
    name,
    digest,
    directory,
    files: [...files.keys()],
    trigger: "model",
    lifetime: "turn",
    mode: "restrict",
    content: "",
  };
}

function preview({ name, body, truncated, files, directory, argumentNames }: LoadedEntry): string {
  return renderActivation({
    name,
    body,
    truncated,
    files,
    ...compact({ directory, argumentNames }),
  }).text;
}
