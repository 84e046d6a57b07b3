import { z } from "zod";

// What a hub tells the agents of a tenant: which skills are deployed, which are revoked, which policy holds. One signed document,
// so that an agent never sees half of a change.

/** What a revocation is about. A name covers every version of the skill. */
export const revocationKinds = ["name", "version", "digest", "publisher", "tenant", "agent", "user"] as const;
export type RevocationKind = (typeof revocationKinds)[number];

/** A skill, agent or user that must not run any more. */
export type Revocation = {
  readonly id: string;
  readonly kind: RevocationKind;
  /** A name, `name@version`, `sha256:…`, or the id of a publisher, tenant, agent or user. */
  readonly value: string;
  /** What people are told. */
  readonly message: string;
  /** ISO 8601; absent if it does not expire. */
  readonly expiresAt?: string | undefined;
};

/** A skill that every agent of the tenant gets, by content. It wins over skills of other scopes. */
export type Deployment = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  /** The archive to download. */
  readonly archive: { readonly digest: string; readonly size: number };
  readonly publisher: string;
  /** Agents of other environments do not get it; absent for all. */
  readonly environment?: string | undefined;
};

/** The content that a tenant has approved, if its policy demands approval before activation. */
export type ApprovedSkill = { readonly name: string; readonly digest: string };

export type StateDocument = {
  readonly version: 1;
  readonly tenant: string;
  /** Grows with every change; agents refuse a lower one. */
  readonly sequence: number;
  readonly issuedAt: string;
  /** Agents refuse the document from then on. */
  readonly expiresAt: string;
  /** `strict`: without a valid document, nothing of the hub is activated. */
  readonly mode: "strict" | "best-effort";
  readonly deployments: readonly Deployment[];
  readonly revocations: readonly Revocation[];
  /** If present, skills of hubs are activated only with one of these digests. */
  readonly approved?: readonly ApprovedSkill[] | undefined;
  /**
   * The organization's policies in force, the strongest first, each as the text of a policy file with its SHA-256. All of them apply:
   * two lists of allowed tools cannot be written as one.
   */
  readonly policies?: readonly { readonly digest: string; readonly text: string }[] | undefined;
};

/** A document as it travels and is stored: the exact text that was signed. */
export type SignedState = {
  /** JSON of a `StateDocument`. */
  readonly document: string;
  /** Who signed it: `key:…`. */
  readonly key: string;
  /** Ed25519 over `stateContext` and the text, in Base64. */
  readonly signature: string;
};

/** The most that agents read of one document. */
export const stateLimits = { deployments: 10_000, revocations: 10_000, approved: 100_000 } as const;

const id = z.string().min(1).max(200);
const sha256 = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const stateDocumentSchema: z.ZodType<StateDocument> = z.object({
  version: z.literal(1),
  tenant: id,
  sequence: z.int().min(1),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  mode: z.enum(["strict", "best-effort"]),
  deployments: z
    .array(
      z.object({
        ...{ id, name: id, version: id, digest: sha256, publisher: id },
        archive: z.object({ digest: sha256, size: z.int().min(0) }),
        environment: id.optional(),
      }),
    )
    .max(stateLimits.deployments),
  revocations: z
    .array(
      z.object({
        ...{ id, kind: z.enum(revocationKinds), value: z.string().min(1).max(300) },
        message: z.string().max(1000),
        expiresAt: z.iso.datetime().optional(),
      }),
    )
    .max(stateLimits.revocations),
  approved: z
    .array(z.object({ name: id, digest: sha256 }))
    .max(stateLimits.approved)
    .optional(),
  policies: z
    .array(z.object({ digest: sha256, text: z.string().max(1_048_576) }))
    .max(10)
    .optional(),
});

export const signedStateSchema: z.ZodType<SignedState> = z.object({
  document: z.string().max(33_554_432),
  key: z.string().max(100),
  signature: z.string().max(100),
});
