import { writeTarGz } from "../archives/write-tar.ts";
import { jsonBytes, sha256Of } from "../publish/json-bytes.ts";
import type { Publication } from "../publish/publication.ts";
import { indexType, manifestType } from "../sources/oci-client.ts";
import { type OciDescriptor, ociTypes } from "../sources/oci-manifest.ts";
import { createTree, type FileTree, inFolder, type TreeFile } from "../tree/file-tree.ts";

export type OciBlob = { readonly mediaType: string; readonly bytes: Uint8Array };
/** A manifest and what it refers to. */
export type OciImage = {
  readonly bytes: Uint8Array;
  readonly digest: string;
  readonly blobs: readonly OciBlob[];
};

/** A skill as an OCI artifact, by the Agent Skills OCI Artifacts specification 0.1. */
export function createOciImage(skill: Publication, createdAt?: string): OciImage {
  const { name, version, description, license, compatibility, allowedTools, metadata } = skill;
  const config = {
    mediaType: ociTypes.config,
    bytes: jsonBytes({
      schemaVersion: "1",
      name,
      version,
      description,
      license,
      compatibility,
      allowedTools,
      metadata,
    }),
  };
  const layer = { mediaType: ociTypes.content, bytes: writeTarGz(inFolder(skill.tree, name)) };
  const annotations = {
    "io.agentskills.skill.name": name,
    ...(compatibility !== undefined && { "io.agentskills.skill.compatibility": compatibility }),
    ...(createdAt !== undefined && { "org.opencontainers.image.created": createdAt }),
    "org.opencontainers.image.description": description,
    ...(license !== undefined && { "org.opencontainers.image.licenses": license }),
    "org.opencontainers.image.title": name,
    ...(version !== undefined && { "org.opencontainers.image.version": version }),
  };
  return toImage({ artifactType: ociTypes.skill, config, layer, annotations });
}

type ManifestParts = {
  readonly artifactType: string;
  readonly config: OciBlob;
  readonly layer: OciBlob;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly subject?: OciDescriptor;
};

/** An image with one layer. */
export function toImage({ artifactType, config, layer, annotations, subject }: ManifestParts): OciImage {
  const bytes = jsonBytes({
    schemaVersion: 2,
    mediaType: manifestType,
    artifactType,
    config: describe(config),
    layers: [describe(layer)],
    subject,
    annotations,
  });
  return { bytes, digest: sha256Of(bytes), blobs: [config, layer] };
}

function describe({ mediaType, bytes }: OciBlob): OciDescriptor {
  return { mediaType, digest: sha256Of(bytes), size: bytes.length };
}

/** The files of an OCI image layout with one image, tagged with the version. */
export function createOciLayout(skill: Publication): FileTree {
  const { bytes, digest, blobs } = createOciImage(skill);
  const annotations = { "org.opencontainers.image.ref.name": skill.version?.replace("+", "_") ?? "latest" };
  const descriptor = { mediaType: manifestType, digest, size: bytes.length };
  const index = {
    schemaVersion: 2,
    mediaType: indexType,
    manifests: [{ ...descriptor, artifactType: ociTypes.skill, annotations }],
  };
  const blobFiles = [bytes, ...blobs.map((blob) => blob.bytes)].map((content) =>
    toFile(`blobs/${sha256Of(content).replace(":", "/")}`, content),
  );
  const own = [
    toFile("oci-layout", jsonBytes({ imageLayoutVersion: "1.0.0" })),
    toFile("index.json", jsonBytes(index)),
  ];
  return createTree([...own, ...blobFiles], skill.name);
}

function toFile(path: string, bytes: Uint8Array): TreeFile {
  return { path, bytes, executable: false };
}
