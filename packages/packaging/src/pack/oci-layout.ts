import { nodeSha256 } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import { writeTarGz } from "../archives/write-tar.ts";
import { createTree, type FileTree, inFolder } from "../tree/file-tree.ts";
import type { SkillFacts } from "./skill-facts.ts";

export type OciOptions = {
  readonly facts: SkillFacts;
  /** Seconds since 1970. */
  readonly time: number;
};

/** A piece of an image, and how a manifest refers to it. */
export type OciBlob = {
  readonly bytes: Uint8Array;
  readonly descriptor: { readonly mediaType: string; readonly digest: string; readonly size: number };
};

export type OciImage = {
  readonly manifest: OciBlob;
  /** The configuration and the one layer. */
  readonly blobs: readonly OciBlob[];
};

/** A skill as an OCI artifact, by the Agent Skills OCI Artifacts specification 0.1. */
export function createOciImage(skill: FileTree, { facts, time }: OciOptions): OciImage {
  const { name, version, description, license, compatibility, allowedTools } = facts;
  const config = toBlob(
    mediaTypes.config,
    toJson({ schemaVersion: "1", name, version, description, license, compatibility, allowedTools }),
  );
  const layer = toBlob(mediaTypes.layer, writeTarGz(inFolder(skill, name), { time }));
  const annotations = compact({
    "io.agentskills.skill.compatibility": compatibility,
    "io.agentskills.skill.name": name,
    "org.opencontainers.image.created": new Date(time * 1000).toISOString(),
    "org.opencontainers.image.description": description,
    "org.opencontainers.image.licenses": license,
    "org.opencontainers.image.title": name,
    "org.opencontainers.image.version": version,
  });
  const manifest = toJson({
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    artifactType: mediaTypes.skill,
    config: config.descriptor,
    layers: [layer.descriptor],
    annotations,
  });
  return { manifest: toBlob(mediaTypes.manifest, manifest), blobs: [config, layer] };
}

const mediaTypes = {
  skill: "application/vnd.agentskills.skill.v1",
  config: "application/vnd.agentskills.skill.config.v1+json",
  layer: "application/vnd.agentskills.skill.content.v1.tar+gzip",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  index: "application/vnd.oci.image.index.v1+json",
} as const;

/** The files of an OCI image layout with one image, tagged with the version. */
export function createOciLayout(skill: FileTree, options: OciOptions): FileTree {
  const { manifest, blobs } = createOciImage(skill, options);
  const annotations = { "org.opencontainers.image.ref.name": options.facts.version ?? "latest" };
  const index = {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests: [{ ...manifest.descriptor, artifactType: mediaTypes.skill, annotations }],
  };
  const file = (path: string, bytes: Uint8Array) => ({ path, bytes, executable: false });
  return createTree(
    [
      file("oci-layout", toJson({ imageLayoutVersion: "1.0.0" })),
      file("index.json", toJson(index)),
      ...[manifest, ...blobs].map(({ bytes, descriptor }) =>
        file(`blobs/${descriptor.digest.replace(":", "/")}`, bytes),
      ),
    ],
    options.facts.name,
  );
}

function toBlob(mediaType: string, bytes: Uint8Array): OciBlob {
  return { bytes, descriptor: { mediaType, digest: `sha256:${nodeSha256(bytes)}`, size: bytes.length } };
}

function toJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
