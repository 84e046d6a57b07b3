import { z } from "zod";

// The wire format between a hub and its clients. Documents are static until the next publication, so that an ETag or a cache in
// front answers most requests; bytes are addressed by digest and never change.

/** Bytes by their SHA-256. */
export type HubBlob = { readonly digest: string; readonly size: number };

/** One published version of a skill. */
export type HubVersion = {
  readonly version: string;
  /** The content digest of the skill. */
  readonly digest: string;
  /** A tar.gz of the skill. */
  readonly archive: HubBlob;
  readonly publishedAt: string;
  /** Who signed it: `key:…` or an identity. */
  readonly signer?: string | undefined;
  /** A Sigstore bundle. */
  readonly signature?: HubBlob | undefined;
  /** Why it was withdrawn. It stays available to those who have locked it. */
  readonly yanked?: string | undefined;
  /** Why it should not be used any more. */
  readonly deprecated?: string | undefined;
};

/** `GET skills/NAME`: everything a client needs to choose a version. */
export type HubSkill = {
  readonly name: string;
  readonly description: string;
  /** Names for versions, such as `latest` and `beta`. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly versions: readonly HubVersion[];
};

/** `POST skills/NAME/versions`: publishes a version whose blobs are there already. */
export type HubPublication = Pick<HubVersion, "version" | "digest" | "archive" | "signature"> & {
  readonly description: string;
};

/** The body of a refusal: a code as UAAPS has them, and a sentence for people. */
export type HubRefusal = { readonly error: { readonly code: string; readonly message: string } };

const sha256 = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const semanticVersion = z
  .string()
  .max(100)
  .regex(/^\d{1,10}\.\d{1,10}\.\d{1,10}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/);
const blob = z.object({ digest: sha256, size: z.int().min(0) });
const remark = z.string().max(1000).optional();
const published = { version: semanticVersion, digest: sha256, archive: blob, signature: blob.optional() };
const description = z.string().max(1024);

export const hubSkillSchema: z.ZodType<HubSkill> = z.object({
  name: z.string().max(200),
  description,
  tags: z.record(z.string().max(100), semanticVersion).optional(),
  versions: z
    .array(
      z.object({
        ...published,
        publishedAt: z.iso.datetime(),
        signer: remark,
        yanked: remark,
        deprecated: remark,
      }),
    )
    .max(10_000),
});

export const hubPublicationSchema: z.ZodType<HubPublication> = z.object({ ...published, description });

export const hubRefusalSchema: z.ZodType<HubRefusal> = z.object({
  error: z.object({ code: z.string().max(100), message: z.string().max(10_000) }),
});

/** Addresses, relative to the hub's. A name is one part of an address: `team%2Fpdf`. Blobs are read with GET and written with PUT. */
export const hubPaths = {
  skill: (name: string): string => `api/v1/skills/${encodeURIComponent(name)}`,
  versions: (name: string): string => `api/v1/skills/${encodeURIComponent(name)}/versions`,
  blob: (digest: string): string => `api/v1/blobs/${digest}`,
} as const;
