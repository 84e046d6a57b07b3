import { SkillError } from "@skillwright/core";
import type { CatalogSkill, LoadedEntry, TrustState } from "@skillwright/core/catalog";
import { printable } from "@skillwright/core/text";
import type { Io } from "../io.ts";
import { oneLine } from "../terminal/fit-text.ts";
import type { OpenedCatalog } from "./open-catalog.ts";
import { disabledAdvice, disabledWords } from "./reason-words.ts";
import { whereLooked } from "./where-looked.ts";

/** Loads a skill; if it is not available here, prints why and returns undefined. */
export async function loadAvailable(
  opened: OpenedCatalog,
  name: string,
  { command, io }: { readonly command: string; readonly io: Io },
): Promise<LoadedEntry | undefined> {
  const { catalog, names } = opened;
  try {
    return await catalog.load(name);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    if (error.code === "skill-unknown" && error.details.hint === "")
      throw new SkillError("skill-unknown", { name, hint: ` ${whereLooked(opened)}` });
    if (error.code !== "skill-disabled") throw error;
    const { skills, shadowed } = catalog.list();
    const skill = [...skills, ...shadowed].find(({ id }) => id === error.details.name);
    if (skill === undefined) throw error;
    const why = explainRefusal(skill, names.short(skill.directory), trustOf(skill, opened));
    await io.err(`skillwright ${command}: ${why}`);
    return undefined;
  }
}

/** An untrusted project with a trust record has changed since. */
function trustOf({ root }: CatalogSkill, { fs, trust }: OpenedCatalog): TrustState {
  const real = root.project === undefined ? undefined : fs.realPath(root.project);
  return real !== undefined && trust.has(real) ? "changed" : "unknown";
}

function explainRefusal(skill: CatalogSkill, path: string, trust: TrustState): string {
  const head = `${oneLine(skill.id)} (${printable(path)}) is not available here: ${disabledWords(skill, trust)}.`;
  return `${[head, ...disabledAdvice(skill, trust).map(oneLine)].join("\n")}\n`;
}
