import { formatError, SkillError } from "@skillwright/core";
import type { Catalog, LoadedEntry } from "@skillwright/core/catalog";
import { printable } from "@skillwright/core/text";
import { type Refused, refused } from "./refused.ts";
import type { RefusalCode } from "./session.ts";

/** The requested skill as it is on disk now, or why there is none. */
export async function loadEntry(reference: string, catalog: Catalog): Promise<LoadedEntry | Refused> {
  try {
    return await catalog.load(reference);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    const near =
      error.code === "skill-unknown" && error.details.hint === "" ? await findNear(reference, catalog) : "";
    return refused(loadCodes[error.code] ?? "skill-invalid", `${formatError(error)}${near}`);
  }
}

/** Suggests skills for an unknown name. */
async function findNear(reference: string, catalog: Catalog): Promise<string> {
  const hits = await catalog.search(reference, { limit: 3 });
  const names = hits.flatMap(({ skill }) => (catalog.mayModelChoose(skill) ? [printable(skill.id)] : []));
  return names.length === 0 ? "" : ` Did you mean one of these? ${names.join(", ")}.`;
}

const loadCodes: Readonly<Record<string, RefusalCode>> = {
  "skill-unknown": "skill-unknown",
  "skill-ambiguous": "skill-ambiguous",
  "skill-disabled": "skill-disabled",
  "skill-changed": "skill-changed",
};
