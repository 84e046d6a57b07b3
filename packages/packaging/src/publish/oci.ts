import { SkillError } from "@skillwright/core";
import { expectGood } from "../http/client.ts";
import { createOciImage, type OciBlob, type OciImage, toImage } from "../pack/oci-image.ts";
import {
  createOciClient,
  indexType,
  manifestType,
  manifestTypes,
  type OciClient,
  type OciDeps,
} from "../sources/oci-client.ts";
import { ociTypes, readManifest } from "../sources/oci-manifest.ts";
import type { OciSpec } from "../sources/source.ts";
import { jsonBytes, sha256Of } from "./json-bytes.ts";
import { expectVersion, type Publication, type PublishOptions, type PublishPlan } from "./publication.ts";

export type OciPublishOptions = PublishOptions & {
  readonly spec: Pick<OciSpec, "registry" | "repository" | "reference">;
  /** ISO 8601; left out by default, so that the same skill has the same digest. */
  readonly createdAt?: string;
};

/** Pushes a skill to an OCI registry, with its signature as an artifact that refers to it. */
export async function publishOci(
  skill: Publication,
  deps: OciDeps,
  { spec, createdAt, dryRun = false }: OciPublishOptions,
): Promise<PublishPlan> {
  // A tag cannot contain `+`.
  const tag = spec.reference ?? expectVersion(skill).replace("+", "_");
  if (!/^\w[\w.-]{0,127}$/.test(tag))
    throw new SkillError("source-invalid", {
      source: `oci:${tag}`,
      reason: "publish to a tag, not to a digest",
    });
  const manifest = createOciImage(skill, createdAt);
  const signature = skill.signature === undefined ? undefined : planSignature(skill.signature, manifest);
  const parts = [...manifest.blobs, ...(signature?.blobs ?? [])];
  const items = [
    ...parts.map(({ bytes }) => ({
      path: `blobs/${sha256Of(bytes)}`,
      size: bytes.length,
      digest: sha256Of(bytes),
    })),
    { path: `manifests/${tag}`, size: manifest.bytes.length, digest: manifest.digest },
    ...(signature === undefined
      ? []
      : [{ path: `manifests/${signature.digest}`, size: signature.bytes.length, digest: signature.digest }]),
  ];
  const client = createOciClient(spec, deps);
  if (dryRun) return { destination: client.name, items };
  for (const blob of parts) await pushBlob(client, blob);
  await pushManifest(client, manifest, tag);
  if (signature !== undefined) await pushSignature(client, manifest, signature);
  return { destination: client.name, items };
}

function planSignature(bundle: string, signed: OciImage): OciImage {
  const config = { mediaType: ociTypes.empty, bytes: Buffer.from("{}") };
  const layer = { mediaType: ociTypes.signature, bytes: Buffer.from(bundle) };
  const subject = { mediaType: manifestType, digest: signed.digest, size: signed.bytes.length };
  return toImage({ artifactType: ociTypes.signature, config, layer, subject });
}

async function pushBlob(client: OciClient, { bytes }: OciBlob): Promise<void> {
  const digest = sha256Of(bytes);
  const known = await client.send({ method: "HEAD", path: `blobs/${digest}` });
  if (known.status === 200) return;
  const started = expectGood(await client.send({ method: "POST", path: "blobs/uploads/" }), client);
  const location = started.headers.location ?? "";
  if (!URL.canParse(location, started.url.href))
    throw new SkillError("source-unavailable", {
      source: client.name,
      reason: "the registry does not say where to upload",
    });
  const target = new URL(location, started.url);
  target.searchParams.set("digest", digest);
  const headers = { "content-type": "application/octet-stream" };
  expectGood(await client.send({ method: "PUT", path: target.href, body: bytes, headers }), client);
}

async function pushManifest(client: OciClient, { bytes }: OciImage, reference: string): Promise<boolean> {
  const headers = { "content-type": manifestType };
  const request = { method: "PUT", path: `manifests/${reference}`, body: bytes, headers } as const;
  return expectGood(await client.send(request), client).headers["oci-subject"] !== undefined;
}

/** A registry that does not know referrers gets a list of them under a tag made of the digest. */
async function pushSignature(client: OciClient, signed: OciImage, signature: OciImage): Promise<void> {
  if (await pushManifest(client, signature, signature.digest)) return;
  const path = `manifests/${signed.digest.replace(":", "-")}`;
  const answer = await client.send({ path, accept: manifestTypes });
  const before =
    answer.status === 404
      ? []
      : (readManifest(expectGood(answer, client).bytes, client.name).manifests ?? []);
  const own = {
    mediaType: manifestType,
    digest: signature.digest,
    size: signature.bytes.length,
    artifactType: ociTypes.signature,
  };
  const manifests = [...before.filter(({ digest }) => digest !== own.digest), own];
  const body = jsonBytes({ schemaVersion: 2, mediaType: indexType, manifests });
  expectGood(
    await client.send({ method: "PUT", path, body, headers: { "content-type": indexType } }),
    client,
  );
}
