import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";

/**
 * The URI of a skill's SKILL.md. It starts with the skill's unique id, so no skill is below another:
 * `skill://pdf/SKILL.md`. SEP-2640 wants the last folder to have the skill's name, so the name follows an id
 * that differs from it: `skill://acme%3Apdf/pdf/SKILL.md`.
 */
export function skillUri(skill: NamedSkill): string {
  return `${baseUri(skill)}SKILL.md`;
}

type NamedSkill = Pick<CatalogSkill, "id" | "name">;

/** The prefix of the URIs of all files of a skill. */
export function baseUri({ id, name }: NamedSkill): string {
  return id === name ? `${idUri(id)}/` : `${idUri(id)}/${encode(name)}/`;
}

/** The prefix of `baseUri`; a qualified id is one segment. */
export function idUri(id: string): string {
  return `skill://${encode(id)}`;
}

/** YAML can contain lone surrogates, which no URI can. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Finds the skill that a URI belongs to: its folder or anything that might be in it. Finds only enabled skills. */
export function findByUri(uri: string, catalog: Pick<Catalog, "list">): CatalogSkill | undefined {
  const canonical = canonicalUri(uri);
  const id = canonical === undefined ? undefined : readId(canonical);
  if (canonical === undefined || id === undefined) return undefined;
  const { skills, shadowed } = catalog.list();
  const isMeant = (skill: CatalogSkill): boolean => skill.id === id;
  const skill = skills.find(isMeant) ?? shadowed.find(isMeant);
  if (!skill?.enabled) return undefined;
  // One spelling per URI: with a port, a user or another name after the id it is not ours.
  const base = canonicalUri(baseUri(skill)) ?? "";
  return `${canonical}/`.startsWith(base) ? skill : undefined;
}

/** The normalized form of a URI, as the MCP SDK compares them; undefined if it is invalid. */
export function canonicalUri(uri: string): string | undefined {
  return URL.parse(uri)?.href;
}

function readId(canonical: string): string | undefined {
  const encoded = /^skill:\/\/([^/?#]*)/.exec(canonical)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
