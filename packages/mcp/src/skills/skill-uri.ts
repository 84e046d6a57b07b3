import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";

/**
 * The address of a skill's SKILL.md. What stands first is the skill's id, which no other skill has, so no skill lies below another:
 * `skill://pdf/SKILL.md`. SEP-2640 wants the last folder to be called like the skill, so the name follows an id that is not
 * the name: `skill://acme%3Apdf/pdf/SKILL.md`.
 */
export function skillUri(skill: NamedSkill): string {
  return `${baseUri(skill)}SKILL.md`;
}

type NamedSkill = Pick<CatalogSkill, "id" | "name">;

/** What the addresses of all files of a skill begin with. */
export function baseUri({ id, name }: NamedSkill): string {
  return id === name ? `${idUri(id)}/` : `${idUri(id)}/${encode(name)}/`;
}

/** What `baseUri` begins with; an id of several words makes one part. */
export function idUri(id: string): string {
  return `skill://${encode(id)}`;
}

/** YAML can spell halves of characters, which no address can. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The skill that an address belongs to: of its folder, or of anything that might be in it. Only skills that are offered are found. */
export function findByUri(uri: string, catalog: Pick<Catalog, "list">): CatalogSkill | undefined {
  const canonical = canonicalUri(uri);
  const id = canonical === undefined ? undefined : readId(canonical);
  if (canonical === undefined || id === undefined) return undefined;
  const { skills, shadowed } = catalog.list();
  const isMeant = (skill: CatalogSkill): boolean => skill.id === id;
  const skill = skills.find(isMeant) ?? shadowed.find(isMeant);
  if (!skill?.enabled) return undefined;
  // One address, one spelling: a port, a user or another name behind the id make it somebody else's.
  const base = canonicalUri(baseUri(skill)) ?? "";
  return `${canonical}/`.startsWith(base) ? skill : undefined;
}

/** The one spelling of an address, as the MCP SDK compares them; undefined when it is none. */
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
