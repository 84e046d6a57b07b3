import { SkillError } from "@skillwright/core";
import { parseJson } from "@skillwright/core/text";
import { z } from "zod";

/** Names of the Agent Skills OCI artifacts specification 0.1. */
export const ociTypes = {
  skill: "application/vnd.agentskills.skill.v1",
  config: "application/vnd.agentskills.skill.config.v1+json",
  content: "application/vnd.agentskills.skill.content.v1.tar+gzip",
  collection: "application/vnd.agentskills.collection.v1",
  signature: "application/vnd.dev.sigstore.bundle.v0.3+json",
  empty: "application/vnd.oci.empty.v1+json",
} as const;

/** A reference to bytes. */
export type OciDescriptor = {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly artifactType?: string | undefined;
};

/** A manifest has layers, an index has manifests. */
export type OciManifest = {
  readonly artifactType?: string | undefined;
  readonly config?: OciDescriptor | undefined;
  readonly layers?: readonly OciDescriptor[] | undefined;
  readonly manifests?: readonly OciDescriptor[] | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
};

const descriptor = z.object({
  mediaType: z.string(),
  digest: z.string(),
  size: z.int().min(0),
  artifactType: z.string().optional(),
});
const manifestSchema = z.object({
  artifactType: z.string().optional(),
  config: descriptor.optional(),
  layers: z.array(descriptor).max(100).optional(),
  manifests: z.array(descriptor).max(1000).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});

export function readManifest(bytes: Uint8Array, source: string): OciManifest {
  const manifest = manifestSchema.safeParse(parseJson(Buffer.from(bytes).toString()));
  if (manifest.success) return manifest.data;
  throw new SkillError("package-invalid", { source, reason: "the registry's answer is not a manifest" });
}
