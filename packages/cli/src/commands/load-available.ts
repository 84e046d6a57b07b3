import { type CatalogSkill, type LoadedEntry, printable, SkillError } from "@skillwright/core";
import type { Io } from "../io.ts";
import { oneLine } from "../terminal/fit-text.ts";
import type { OpenedCatalog } from "./open-catalog.ts";
import { disabledAdvice, disabledWords } from "./reason-words.ts";

/** The skill; nothing, and why on standard error, when it is not available here. */
export async function loadAvailable(
  { catalog, names }: OpenedCatalog,
  name: string,
  { command, io }: { readonly command: string; readonly io: Io },
): Promise<LoadedEntry | undefined> {
  try {
    return await catalog.load(name);
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== "skill-disabled") throw error;
    const { skills, shadowed } = catalog.list();
    const skill = [...skills, ...shadowed].find(({ id }) => id === error.details.name);
    if (skill === undefined) throw error;
    await io.err(`skillwright ${command}: ${explainRefusal(skill, names.short(skill.directory))}`);
    return undefined;
  }
}

function explainRefusal(skill: CatalogSkill, path: string): string {
  const head = `${oneLine(skill.id)} (${printable(path)}) is not available here: ${disabledWords(skill)}.`;
  return `${[head, ...disabledAdvice(skill).map(oneLine)].join("\n")}\n`;
}
