import { SkillError } from "@skillwright/core";
import type { CatalogSkill, LoadedEntry, TrustState } from "@skillwright/core/catalog";
import { printable } from "@skillwright/core/text";
import type { Io } from "../io.ts";
import { explainRevoked } from "../session/open-lease.ts";
import { oneLine } from "../terminal/safe-text.ts";
import type { OpenedCatalog } from "./open-catalog.ts";
import { disabledAdvice, disabledWords } from "./reason-words.ts";

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
    const revoked = error.code === "skill-unknown" && explainRevoked(opened.fs, name, io);
    if (revoked) {
      await io.err(`skillwright ${command}: ${revoked}\n`);
      return undefined;
    }
    if (error.code === "skill-unknown" && error.details.hint === "")
      throw new SkillError("skill-unknown", { name, hint: ` ${searchedFoldersHint(opened)}` });
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

/** A hint for an unknown skill name: which folders were searched, and what to do. */
export function searchedFoldersHint({
  roots,
  names,
  fs,
}: Pick<OpenedCatalog, "roots" | "names" | "fs">): string {
  // Without the bundled skills.
  const asked = roots.filter((root) => root.package !== "skillwright");
  const folders = asked.filter(({ path }) => fs.stat(path)?.kind === "directory");
  const shown = folders.slice(0, namedFolders).map(({ path }) => printable(names.short(path)));
  if (shown.length === 0)
    return "No skill folders found here; give one with --root, or name a skill by its path.";
  const more = folders.length > namedFolders ? ` and ${folders.length - namedFolders} more` : "";
  return `Searched: ${shown.join(", ")}${more}. \`skillwright list\` shows all skills; --root searches another folder.`;
}

const namedFolders = 4;
