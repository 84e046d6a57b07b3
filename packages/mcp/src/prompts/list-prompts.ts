import type { Prompt, PromptArgument } from "@modelcontextprotocol/server";
import { limits, SkillError, type SkillManifest } from "@skillwright/core";
import { neutralizeMarkup } from "@skillwright/core/activate";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import { listingLimits } from "@skillwright/core/listing";
import { parseSkill } from "@skillwright/core/parse";
import { mcpLimits } from "../limits.ts";

export type PromptPage = { prompts: Prompt[]; nextCursor?: string };

/** One page of prompts, one for each skill that a person may start. A prompt's name is the skill's id. */
export async function listPrompts(catalog: Catalog, cursor = ""): Promise<PromptPage> {
  // The cursor is the last id seen, so pages stay complete when skills come and go between them.
  const rest = catalog.list().skills.filter((skill) => skill.id > cursor && hasPrompt(skill));
  const page = rest.slice(0, mcpLimits.publishedPerPage);
  const prompts = await Promise.all(page.map((skill) => toPrompt(skill, catalog)));
  const last = page.at(-1);
  return rest.length > page.length && last !== undefined ? { prompts, nextCursor: last.id } : { prompts };
}

function hasPrompt({ id, enabled, userInvocable }: CatalogSkill): boolean {
  return enabled && userInvocable && id.length <= limits.listedName;
}

async function toPrompt(skill: CatalogSkill, catalog: Catalog): Promise<Prompt> {
  const { id, name, description } = skill;
  return {
    name: id,
    title: neutralizeMarkup(name),
    description: neutralizeMarkup(description.slice(0, listingLimits.listedDescription)),
    arguments: toArguments(await readManifest(skill, catalog)),
  };
}

/** The arguments that the skill names, or one for free text. */
function toArguments({ argumentNames = [], argumentHint = "" }: Partial<SkillManifest>): PromptArgument[] {
  const hint = neutralizeMarkup(argumentHint.slice(0, listingLimits.listedDescription));
  const described = hint === "" ? {} : { description: hint };
  if (argumentNames.length > 0) return argumentNames.map((name) => ({ name, ...described, required: false }));
  return [{ name: "arguments", description: hint || "Input for the skill, as text.", required: false }];
}

/**
 * The manifest of a skill. Not read for project skills: each read re-checks the trust of all skills of the
 * project, which is too slow for a list of a hundred.
 */
async function readManifest(
  { id, root, file }: CatalogSkill,
  catalog: Catalog,
): Promise<Partial<SkillManifest>> {
  if (root.project !== undefined) return {};
  try {
    const manifest = await catalog.readFile(id, file.slice(file.lastIndexOf("/") + 1));
    return manifest.kind === "text" ? parseSkill(manifest.text).manifest : {};
  } catch (error) {
    // The skill has changed since; starting it reports that.
    if (error instanceof SkillError) return {};
    throw error;
  }
}
