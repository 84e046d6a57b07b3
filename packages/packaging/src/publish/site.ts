import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";
import { compact, isJsonObject, parseJson } from "@skillwright/core/text";
import { writeTarGz } from "../archives/write-tar.ts";
import { findStatement, statementsOf } from "../sign/kept-signature.ts";
import { bundleSuffix } from "../sources/bundled-signatures.ts";
import { siteSchema } from "../sources/site-index.ts";
import { digestTree, type FileTree, type TreeFile } from "../tree/file-tree.ts";
import { jsonBytes, sha256Of } from "./json-bytes.ts";
import type { Publication, PublishOptions, PublishPlan } from "./publication.ts";

/** A file of a site, by its path below the site's folder. */
export type SiteFile = { readonly path: string; readonly bytes: Uint8Array };

const newer = ".well-known/agent-skills";
const older = ".well-known/skills";

/**
 * Writes a static site that other programs install from: indexes of the formats 0.2 and 0.1 with the skills they list. Afterwards
 * the site has these skills and no others; files that the previous indexes do not name stay.
 */
export async function publishSite(
  folder: string,
  skills: readonly Publication[],
  { dryRun = false }: PublishOptions = {},
): Promise<PublishPlan> {
  const files = planSite(skills);
  if (!dryRun) {
    const stale = await findStale(folder, files);
    for (const file of files) await writeWhole(folder, file);
    for (const path of stale) await rm(join(folder, path), { force: true, recursive: true });
  }
  const items = files.map(({ path, bytes }) => ({ path, size: bytes.length, digest: sha256Of(bytes) }));
  return { destination: folder, items };
}

/** All files of the site; the indexes come last, so that they never name what is not there yet. */
export function planSite(skills: readonly Publication[]): readonly SiteFile[] {
  const sorted = skills.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const twice = sorted.find(({ name }, at) => sorted[at + 1]?.name === name);
  if (twice !== undefined)
    throw new SkillError("skill-duplicate", { name: twice.name, first: twice.name, second: twice.name });
  const artifacts = sorted.map(toArtifact);
  const listed = sorted.map((skill) => ({ skill, files: withoutLinks(skill.tree) }));
  const index = {
    $schema: siteSchema,
    skills: artifacts.map(({ entry }) => entry),
  };
  const oldIndex = {
    skills: listed.map(({ skill: { name, description }, files }) => ({
      name,
      description,
      files: files.map(({ path }) => path),
    })),
  };
  return [
    ...artifacts.flatMap(({ files }) => files),
    ...listed.flatMap(({ skill, files }) =>
      files.map(({ path, bytes }) => ({ path: `${older}/${skill.name}/${path}`, bytes })),
    ),
    { path: `${newer}/index.json`, bytes: jsonBytes(index, 2) },
    { path: `${older}/index.json`, bytes: jsonBytes(oldIndex, 2) },
  ];
}

/** A skill of one file is published as it is, any other as an archive. */
function toArtifact(skill: Publication): { readonly entry: object; readonly files: readonly SiteFile[] } {
  const { name, description, tree } = skill;
  const [first, second] = tree.entries;
  const isSingle = second === undefined && first !== undefined && "bytes" in first;
  const type = isSingle ? "skill-md" : "archive";
  const url = isSingle ? `${name}/SKILL.md` : `${name}.tar.gz`;
  const bytes = isSingle ? first.bytes : writeTarGz(tree);
  const bundle = signatureOf(skill);
  const signature = bundle && `${name}${bundleSuffix}`;
  return {
    entry: { name, type, description, url, digest: sha256Of(bytes), ...compact({ signature }) },
    files: [
      { path: `${newer}/${url}`, bytes },
      ...(bundle === undefined ? [] : [{ path: `${newer}/${signature}`, bytes: Buffer.from(bundle) }]),
    ],
  };
}

/** A site has no versions, so a signature must be for the version that the skill itself states, or for none. */
function signatureOf({ name, tree, signature }: Publication): string | undefined {
  if (signature === undefined) return undefined;
  if (findStatement(signature, statementsOf({ name, digest: digestTree(tree) }, tree))) return signature;
  const reason = "it was made for another name or content, or for a version that the SKILL.md does not state";
  throw new SkillError("signature-invalid", { name, reason });
}

/** Links become copies of what they lead to; the older format has only files. */
export function withoutLinks({ entries }: FileTree): readonly TreeFile[] {
  const files = entries.filter((entry) => "bytes" in entry);
  const copies = entries.flatMap((entry) => {
    if (!("linksTo" in entry) || entry.linksTo === ".") return [];
    const { path, linksTo } = entry;
    return files
      .filter((file) => file.path === linksTo || file.path.startsWith(`${linksTo}/`))
      .map((file) => ({ ...file, path: path + file.path.slice(linksTo.length) }));
  });
  return [...files, ...copies].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What the indexes that are there name and the new ones do not. */
async function findStale(folder: string, files: readonly SiteFile[]): Promise<readonly string[]> {
  const kept = new Set(files.map(({ path }) => path));
  const stale: string[] = [];
  for (const place of [newer, older]) {
    const text = await readFile(join(folder, place, "index.json"), "utf8").catch(() => "");
    const index = parseJson(text);
    const entries = isJsonObject(index) && Array.isArray(index.skills) ? index.skills : [];
    for (const entry of entries) {
      const name = isJsonObject(entry) ? entry.name : undefined;
      if (typeof name !== "string" || !/^[a-z0-9-]{1,64}$/.test(name)) continue;
      const paths = [`${place}/${name}`, `${place}/${name}.tar.gz`, `${place}/${name}${bundleSuffix}`];
      stale.push(
        ...paths.filter((path) => ![...kept].some((one) => one === path || one.startsWith(`${path}/`))),
      );
    }
  }
  return stale;
}

async function writeWhole(folder: string, { path, bytes }: SiteFile): Promise<void> {
  const target = join(folder, path);
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.new`, bytes);
    await rename(`${target}.new`, target);
  } catch (error) {
    throw toFileError(target, error);
  }
}
