import type { Prompt } from "@modelcontextprotocol/server";
import {
  type Catalog,
  type CatalogSkill,
  limits,
  neutraliseMarkup,
  parseSkill,
  SkillError,
} from "@skillwright/core";

export type PromptPage = { prompts: Prompt[]; nextCursor?: string };

/** One page of prompts, one for each skill that a person may start. The name of a prompt is the skill's id. */
export async function listPrompts(catalog: Catalog, cursor = ""): Promise<PromptPage> {
  // The cursor is the last id that was seen: pages stay whole when skills come and go between them.
  const rest = catalog.list().skills.filter((skill) => skill.id > cursor && hasPrompt(skill));
  const page = rest.slice(0, limits.publishedPerPage);
  const prompts = await Promise.all(page.map((skill) => toPrompt(skill, catalog)));
  const last = page.at(-1);
  return rest.length > page.length && last !== undefined ? { prompts, nextCursor: last.id } : { prompts };
}

function hasPrompt({ id, enabled, userInvocable }: CatalogSkill): boolean {
  return enabled && userInvocable && id.length <= limits.listedName;
}

async function toPrompt(skill: CatalogSkill, catalog: Catalog): Promise<Prompt> {
  const { id, name, description } = skill;
  const hint = await readHint(skill, catalog);
  return {
    name: id,
    title: neutraliseMarkup(name),
    description: neutraliseMarkup(description.slice(0, limits.listedDescription)),
    arguments: [
      { name: "arguments", description: hint || "What to give to the skill, in words.", required: false },
    ],
  };
}

/**
 * What the author says of the arguments. Not for a project's skills: before each of their files is handed out, all skills of
 * the project are read again to see whether they are still trusted, which a list of a hundred cannot wait for.
 */
async function readHint({ id, root, file }: CatalogSkill, catalog: Catalog): Promise<string | undefined> {
  if (root.project !== undefined) return undefined;
  try {
    const manifest = await catalog.readFile(id, file.slice(file.lastIndexOf("/") + 1));
    if (manifest.kind !== "text") return undefined;
    const { argumentHint } = parseSkill(manifest.text).manifest;
    return argumentHint && neutraliseMarkup(argumentHint.slice(0, limits.listedDescription));
  } catch (error) {
    // The skill has changed since; whoever starts it is told so.
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
