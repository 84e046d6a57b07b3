import { SkillError } from "@skillwright/core";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import semver from "semver";
import { readArchive } from "../archives/read-archive.ts";
import { expectGood } from "../http/client.ts";
import { hashOf } from "../http/download-cache.ts";
import { mapBounded } from "../http/map-bounded.ts";
import { packagingLimits } from "../limits.ts";
import { createTree, type TreeEntry } from "../tree/file-tree.ts";
import { createOciClient, fetchByDigest, manifestTypes, type OciClient, type OciDeps } from "./oci-client.ts";
import { type OciDescriptor, type OciManifest, ociTypes, readManifest } from "./oci-manifest.ts";
import type { Fetched, OciSpec, Release, Source } from "./source.ts";
import { toTime } from "./to-time.ts";

/** Skills in OCI registries. A release is the digest of a manifest, or of an index with several skills. */
export function createOciSource(deps: OciDeps): Source<OciSpec> {
  return {
    versions: async (spec) => {
      const client = createOciClient(spec, deps);
      const tags = (await listVersions(client)).slice(0, packagingLimits.registryVersions);
      return mapBounded(tags, 4, async (tag) => (await findRelease(client, tag)).release);
    },
    resolve: async (spec) => {
      const client = createOciClient(spec, deps);
      const reference = spec.reference ?? (await listVersions(client))[0] ?? "latest";
      return (await findRelease(client, reference)).release;
    },
    fetch: async (spec, { resolved }) => {
      const client = createOciClient(spec, deps);
      return fetchRelease(client, deps, resolved);
    },
  };
}

/** Tags that are versions, newest first. */
async function listVersions(client: OciClient): Promise<readonly string[]> {
  const tags: string[] = [];
  let path: string | undefined = "tags/list?n=1000";
  while (path !== undefined && tags.length < packagingLimits.registryTags) {
    const answer = await client.send({ path });
    if (answer.status === 404) return [];
    const body = parseJson(Buffer.from(expectGood(answer, client).bytes).toString());
    const page = isJsonObject(body) && Array.isArray(body.tags) ? body.tags : [];
    const found = page.filter((tag) => typeof tag === "string");
    for (const tag of found.slice(0, packagingLimits.registryTags - tags.length)) tags.push(tag);
    const next: string | undefined = /<([^>]{1,2000})>\s*;\s*rel="?next/i.exec(
      answer.headers.link ?? "",
    )?.[1];
    const url: URL | undefined =
      next !== undefined && URL.canParse(next, answer.url.href) ? new URL(next, answer.url) : undefined;
    path = found.length > 0 && url?.origin === answer.url.origin ? url.href : undefined;
  }
  return tags
    .filter((tag) => toVersion(tag) !== undefined)
    .sort((a, b) => semver.rcompare(toVersion(a) ?? "", toVersion(b) ?? ""));
}

/** A tag cannot contain `+`: `_` stands for it. */
function toVersion(tag: string): string | undefined {
  return semver.valid(tag.replace("_", "+")) ?? undefined;
}

async function findRelease(client: OciClient, reference: string): Promise<{ readonly release: Release }> {
  const name = `${client.name}${reference.startsWith("sha256:") ? "@" : ":"}${reference}`;
  const answer = expectGood(await client.send({ path: `manifests/${reference}`, accept: manifestTypes }), {
    name,
  });
  const digest = `sha256:${hashOf("sha256", answer.bytes)}`;
  const promised = reference.startsWith("sha256:") ? reference : answer.headers["docker-content-digest"];
  if (promised !== undefined && promised !== digest)
    throw new SkillError("integrity-mismatch", {
      source: name,
      what: "digest",
      actual: digest,
      expected: promised,
    });
  const { annotations = {} } = readManifest(answer.bytes, name);
  const version = toVersion(annotations["org.opencontainers.image.version"] ?? "") ?? toVersion(reference);
  const publishedAt = toTime(annotations["org.opencontainers.image.created"]);
  return {
    release: {
      resolved: digest,
      ...(version !== undefined && { version }),
      ...(publishedAt !== undefined && { publishedAt }),
    },
  };
}

async function fetchRelease(client: OciClient, deps: OciDeps, digest: string): Promise<Fetched> {
  const name = `${client.name}@${digest}`;
  const load = (path: string): Promise<Uint8Array> => loadByDigest(client, deps, path);
  const top = readManifest(await load(`manifests/${digest}`), name);
  const parts = top.manifests === undefined ? [top] : await loadParts(top, name, load);
  const layers = parts.flatMap((part) => contentLayer(part, name));
  const trees = await mapBounded(layers, 4, async (layer) =>
    readArchive(await load(`blobs/${layer.digest}`), { source: name }),
  );
  const entries: readonly TreeEntry[] = trees.flatMap((tree) => tree.entries);
  const signature = await findSignature(client, digest, load);
  return { tree: createTree(entries, name), ...(signature !== undefined && { signature }) };
}

/** The first request shows whether the registry wants a login; the download then carries it. */
async function loadByDigest(client: OciClient, deps: OciDeps, path: string): Promise<Uint8Array> {
  try {
    return await fetchByDigest(client, deps.http, path);
  } catch (error) {
    const isRefused = error instanceof SkillError && /\(401\)/.test(String(error.details.reason ?? ""));
    if (!isRefused) throw error;
    await client.send({ path, method: "HEAD", accept: manifestTypes });
    return fetchByDigest(client, deps.http, path);
  }
}

type Load = (path: string) => Promise<Uint8Array>;

function loadParts(index: OciManifest, name: string, load: Load): Promise<readonly OciManifest[]> {
  const skills = (index.manifests ?? []).filter(
    ({ artifactType = ociTypes.skill }) => artifactType === ociTypes.skill,
  );
  return mapBounded(skills, 4, async ({ digest }) => readManifest(await load(`manifests/${digest}`), name));
}

function contentLayer(manifest: OciManifest, source: string): readonly OciDescriptor[] {
  const kind = manifest.artifactType ?? manifest.config?.mediaType ?? "";
  const layers = (manifest.layers ?? []).filter(({ mediaType }) => mediaType === ociTypes.content);
  if ((kind === ociTypes.skill || kind === ociTypes.config) && layers.length === 1) return layers;
  const shown = JSON.stringify(kind.slice(0, 100));
  throw new SkillError("package-invalid", {
    source,
    reason: `it is not a skill, but an artifact of the type ${shown}`,
  });
}

/** Signatures refer to what they sign; registries without that question list them under a tag made of the digest. */
async function findSignature(client: OciClient, digest: string, load: Load): Promise<string | undefined> {
  const type = encodeURIComponent(ociTypes.signature);
  const paths = [`referrers/${digest}?artifactType=${type}`, `manifests/${digest.replace(":", "-")}`];
  for (const path of paths) {
    const answer = await client.send({ path, accept: manifestTypes }).catch((error: unknown) => {
      // Offline, a signature that is not in the cache counts as absent; what needs one is refused later.
      if (error instanceof SkillError && error.code === "source-offline") return undefined;
      throw error;
    });
    if (answer?.status !== 200) continue;
    const { manifests = [] } = readManifest(answer.bytes, client.name);
    const signed = manifests.findLast(({ artifactType }) => artifactType === ociTypes.signature);
    const [layer] =
      signed === undefined
        ? []
        : (readManifest(await load(`manifests/${signed.digest}`), client.name).layers ?? []);
    if (layer !== undefined) return Buffer.from(await load(`blobs/${layer.digest}`)).toString();
  }
  return undefined;
}
