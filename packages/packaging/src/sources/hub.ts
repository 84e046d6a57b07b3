import { SkillError } from "@skillwright/core";
import { type HubSkill, type HubVersion, hubPaths, hubSkillSchema } from "@skillwright/core/registry";
import { parseJson } from "@skillwright/core/text";
import semver from "semver";
import { readArchive } from "../archives/read-archive.ts";
import type { HttpClient } from "../http/client.ts";
import { redactUrl } from "../http/safe-url.ts";
import { packagingLimits } from "../limits.ts";
import { digestTree, type FileTree, inFolder } from "../tree/file-tree.ts";
import type { HubSpec, Release, Source } from "./source.ts";

/** Skills of a hub: one document per skill, archives by digest. `hub` is its address. */
export function createHubSource(http: HttpClient, hub: string): Source<HubSpec> {
  const read = (spec: HubSpec): Promise<HubSkill> => readSkill(spec, { http, hub });
  return {
    versions: async (spec) => (await read(spec)).versions.filter(({ yanked }) => !yanked).map(toRelease),
    resolve: async (spec) => {
      const skill = await read(spec);
      const picked = pickVersion(skill, spec.range);
      if (picked !== undefined) return toRelease(picked);
      throw new SkillError("source-unavailable", { source: nameOf(spec), reason: reasonFor(skill, spec) });
    },
    fetch: async (spec, release) => {
      const source = `hub:${spec.name}@${release.resolved}`;
      const version = (await read(spec)).versions.find((one) => one.version === release.resolved);
      if (version === undefined)
        throw new SkillError("source-unavailable", { source, reason: "the hub has no such version" });
      const tree = await fetchArchive({ source, ...version }, { http, hub });
      const bundle =
        version.signature &&
        (await loadBlob({ source, ...version.signature }, { http, hub }, packagingLimits.metadataBytes));
      return {
        tree: isSkill(tree) ? inFolder(tree, folderOf(spec)) : tree,
        ...(bundle && { signature: Buffer.from(bundle).toString() }),
      };
    },
  };
}

export type HubArchive = {
  /** For messages. */
  readonly source: string;
  /** The content digest. */
  readonly digest: string;
  readonly archive: { readonly digest: string };
};

/** The content of an archive of a hub, which is what it promised. */
export async function fetchArchive(
  { source, digest, archive }: HubArchive,
  deps: HubDeps,
): Promise<FileTree> {
  const bytes = await loadBlob({ source, digest: archive.digest }, deps, packagingLimits.downloadBytes);
  const tree = await readArchive(bytes, { source, stripsFolder: true });
  const actual = digestTree(tree);
  if (actual === digest) return tree;
  throw new SkillError("integrity-mismatch", { source, what: "content digest", actual, expected: digest });
}

function loadBlob(
  { source, digest }: { readonly source: string; readonly digest: string },
  { http, hub }: HubDeps,
  maxBytes: number,
): Promise<Uint8Array> {
  const url = new URL(hubPaths.blob(digest), asFolder(hub));
  return http.download(
    { url, name: source, maxBytes },
    { algorithm: "sha256", hex: digest.slice("sha256:".length) },
  );
}

function isSkill({ entries }: FileTree): boolean {
  return entries.some(({ path }) => path === "SKILL.md");
}

function folderOf({ name }: HubSpec): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function nameOf({ name, range }: HubSpec): string {
  return `hub:${name}${range === undefined ? "" : `@${range}`}`;
}

/** Relative addresses are below it. */
export function asFolder(address: string): string {
  return address.endsWith("/") ? address : `${address}/`;
}

export type HubDeps = { readonly http: HttpClient; readonly hub: string };

/** With its newest version first. */
async function readSkill(spec: HubSpec, { http, hub }: HubDeps): Promise<HubSkill> {
  const source = `hub:${spec.name}`;
  const url = new URL(hubPaths.skill(spec.name), asFolder(hub));
  const answer = await http.get({ url, name: source, accept: "application/json" });
  const fail = (reason: string): SkillError => new SkillError("source-unavailable", { source, reason });
  if (answer === undefined) throw fail(`${redactUrl(hub)} has no skill of this name`);
  const document = hubSkillSchema.safeParse(parseJson(Buffer.from(answer.bytes).toString())).data;
  if (document === undefined) throw fail(`${redactUrl(hub)} did not answer as a hub`);
  return {
    ...document,
    versions: document.versions.toSorted((a, b) => semver.rcompare(a.version, b.version)),
  };
}

function toRelease({ version, publishedAt, archive, yanked, deprecated }: HubVersion): Release {
  const advice = yanked === undefined ? deprecated : `withdrawn: ${yanked}`;
  return {
    resolved: version,
    version,
    publishedAt,
    integrity: archive.digest,
    ...(advice !== undefined && { deprecated: advice }),
  };
}

/** A tag, or the newest version in the range. One that was withdrawn is found only by its exact number, so that locks go on working. */
function pickVersion({ versions, tags = {} }: HubSkill, wanted = "*"): HubVersion | undefined {
  const tagged = Object.hasOwn(tags, wanted) ? tags[wanted] : undefined;
  const named = versions.find(({ version, yanked }) => version === tagged && !yanked);
  if (named !== undefined) return named;
  const range = wanted === "latest" ? "*" : wanted;
  const exact = versions.find(({ version }) => version === semver.valid(range));
  if (exact !== undefined) return exact;
  const fitting = versions.filter(({ version, yanked }) => !yanked && semver.satisfies(version, range));
  return fitting.find(({ deprecated }) => deprecated === undefined) ?? fitting[0];
}

function reasonFor({ versions, tags = {} }: HubSkill, { range = "*" }: HubSpec): string {
  const newest = `the newest version is ${versions[0]?.version ?? "none"}`;
  if (semver.validRange(range) !== null || range === "latest") return `no version fits; ${newest}`;
  const known = Object.keys(tags).slice(0, 20).join(", ") || "none";
  return `it has no tag ${JSON.stringify(range)}; its tags are ${known}, and ${newest}`;
}
