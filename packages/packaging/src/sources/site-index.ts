import { SkillError } from "@skillwright/core";
import { cutEnd, parseJson } from "@skillwright/core/text";
import { z } from "zod";
import type { HttpClient } from "../http/client.ts";
import { hasSecret, redactUrl } from "../http/safe-url.ts";
import { packagingLimits } from "../limits.ts";
import { pathFault } from "../tree/path-fault.ts";

/** A skill of a site: one artifact with a digest (index 0.2), or its files without (0.1). */
export type SiteSkill = { readonly name: string; readonly description: string } & (
  | {
      readonly kind: "skill-md" | "archive";
      readonly url: URL;
      readonly digest: string;
      /** The Sigstore bundle of the skill. The formats allow further members, and other programs pass over this one. */
      readonly signature?: URL;
    }
  | { readonly kind: "files"; readonly files: readonly { readonly path: string; readonly url: URL }[] }
);

export type SiteIndex = { readonly skills: readonly SiteSkill[]; readonly warnings: readonly string[] };

/** Reads the index of a site: below its path, then at its root; `agent-skills`, then the older `skills`. */
export async function readSiteIndex(site: string, http: HttpClient): Promise<SiteIndex> {
  const name = redactUrl(site);
  let offline: unknown;
  for (const address of indexAddresses(site)) {
    const answer = await http.get({ url: address, name, accept: "application/json" }).catch((error) => {
      // Offline, an index may be missing in the cache since the site does not have it.
      if (!(error instanceof SkillError) || error.code !== "source-offline") throw error;
      offline ??= error;
      return undefined;
    });
    // Many sites answer every address with a page.
    const content = answer && parseJson(Buffer.from(answer.bytes).toString());
    const index = indexSchema.safeParse(content);
    if (index.success) return readIndex(index.data, { address, name });
  }
  if (offline !== undefined) throw offline;
  const reason = "it has no index of skills under /.well-known/agent-skills/ or /.well-known/skills/";
  throw new SkillError("source-unavailable", { source: name, reason });
}

/** A token in the path is for one index: the public one at the root is not a substitute. */
function indexAddresses(site: string): readonly URL[] {
  const base = new URL(site);
  const below = cutEnd(base.pathname, /\//);
  const places = below === "" || hasSecret(base) ? [below] : [below, ""];
  return places.flatMap((place) =>
    ["agent-skills", "skills"].map((folder) => {
      const url = new URL(base);
      url.pathname = `${place}/.well-known/${folder}/index.json`;
      return url;
    }),
  );
}

const indexSchema = z.object({ $schema: z.string().optional(), skills: z.array(z.unknown()) });

/** The index formats this program knows, by `$schema`; an index without one is 0.1. */
export const siteSchema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

const skillName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const description = z.string().max(1024);
const artifactSchema = z.object({
  name: skillName,
  description,
  type: z.string(),
  url: z.string(),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  signature: z.string().optional(),
});
const filesSchema = z.object({
  name: skillName,
  description,
  files: z.array(z.string()).max(packagingLimits.siteFiles),
});

type IndexPlace = { readonly address: URL; readonly name: string };

function readIndex({ $schema, skills }: z.infer<typeof indexSchema>, place: IndexPlace): SiteIndex {
  if ($schema !== undefined && $schema !== siteSchema) {
    const shown = JSON.stringify($schema.slice(0, 120));
    throw new SkillError("source-unavailable", {
      source: place.name,
      reason: `its index has the format ${shown}, which this version does not know`,
    });
  }
  if (skills.length > packagingLimits.siteSkills)
    throw new SkillError("package-invalid", {
      source: place.name,
      reason: `it has more than ${packagingLimits.siteSkills} skills`,
    });
  const read = skills.map(
    (entry, at) =>
      readEntry(entry, place) ??
      `Entry ${at + 1} of ${place.name} was skipped: it is not a valid entry of an index.`,
  );
  const names = new Set<string>();
  const found: SiteSkill[] = [];
  const warnings: string[] = [];
  for (const skill of read) {
    if (typeof skill === "string") warnings.push(skill);
    else if (names.has(skill.name))
      warnings.push(`${skill.name} is listed twice in ${place.name}; the first entry counts.`);
    else found.push(skill);
    if (typeof skill !== "string") names.add(skill.name);
  }
  return { skills: found, warnings };
}

/** A skill, or why there is none. */
function readEntry(entry: unknown, place: IndexPlace): SiteSkill | string | undefined {
  const artifact = artifactSchema.safeParse(entry);
  if (artifact.success) return readArtifact(artifact.data, place);
  const listed = filesSchema.safeParse(entry);
  if (!listed.success) return undefined;
  const { name, description, files } = listed.data;
  const fault = files.map(pathFault).find((one) => one !== undefined);
  if (fault !== undefined) return `${name} of ${place.name} was skipped: one of its paths ${fault}.`;
  if (!files.includes("SKILL.md")) return `${name} of ${place.name} was skipped: it lists no SKILL.md.`;
  const located = files.map((path) => ({
    path,
    url: new URL(`${name}/${path.split("/").map(encodeURIComponent).join("/")}`, place.address),
  }));
  return { kind: "files", name, description, files: located };
}

function readArtifact(
  { name, description, type, url, digest, signature }: z.infer<typeof artifactSchema>,
  { address, name: site }: IndexPlace,
): SiteSkill | string {
  if (type !== "skill-md" && type !== "archive")
    return `${name} of ${site} was skipped: its type ${JSON.stringify(type.slice(0, 60))} is not known.`;
  const target = safeUrl(url, address);
  const bundle = signature === undefined ? undefined : safeUrl(signature, address);
  if (target === undefined || (signature !== undefined && bundle === undefined))
    return `${name} of ${site} was skipped: its address is not https.`;
  return { kind: type, name, description, url: target, digest, ...(bundle && { signature: bundle }) };
}

/** Undefined for what cannot be read, or would be fetched less safely than the index. */
function safeUrl(text: string, index: URL): URL | undefined {
  const url = URL.canParse(text, index.href) ? new URL(text, index) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && index.protocol === "http:");
  return isSafe ? url : undefined;
}
