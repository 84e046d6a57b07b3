import { createPublicKey, X509Certificate } from "node:crypto";
import { SkillError } from "@skillwright/core";
import { z } from "zod";
import { packagingLimits } from "../limits.ts";
import { describeIssue } from "../lock/format-fault.ts";
import { readJsonText } from "../lock/json-text.ts";
import { base64 } from "./base64.ts";

/** Sigstore's numbers for the kinds of keys that logs have. */
const keyKinds = {
  PKIX_ECDSA_P256_SHA_256: 5,
  PKIX_ED25519: 7,
  PKIX_ECDSA_P384_SHA_384: 12,
} as const;

/** Who vouches for identities: certificate authorities, transparency logs, timestamp authorities. */
export type TrustRoot = {
  readonly mediaType: string;
  readonly tlogs: readonly TrustedLog[];
  readonly certificateAuthorities: readonly TrustedAuthority[];
  readonly ctlogs: readonly TrustedLog[];
  readonly timestampAuthorities: readonly TrustedAuthority[];
};
type ValidFor = { start: Date; end?: Date | undefined };
export type TrustedLog = {
  baseUrl: string;
  logId: { keyId: Buffer };
  checkpointKeyId?: { keyId: Buffer } | undefined;
  publicKey: { rawBytes: Buffer; keyDetails: (typeof keyKinds)[keyof typeof keyKinds]; validFor: ValidFor };
};
export type TrustedAuthority = { certChain: { certificates: { rawBytes: Buffer }[] }; validFor: ValidFor };

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const validFor = z.object({ start: time, end: time.optional() });

const log = z.object({
  baseUrl: z.string().max(2048).default(""),
  logId: z.object({ keyId: base64 }),
  checkpointKeyId: z.object({ keyId: base64 }).optional(),
  publicKey: z.object({
    rawBytes: base64.refine(isPublicKey, { error: "expected a public key" }),
    keyDetails: z
      .enum(["PKIX_ECDSA_P256_SHA_256", "PKIX_ED25519", "PKIX_ECDSA_P384_SHA_384"])
      .transform((name) => keyKinds[name]),
    validFor,
  }),
});
const authority = z.object({
  certChain: z.object({
    certificates: z
      .array(z.object({ rawBytes: base64.refine(isCertificate, { error: "expected a certificate" }) }))
      .min(1)
      .max(10),
  }),
  validFor,
});

/** Sigstore's `trusted_root.json`; members that nothing here needs are ignored. */
const TrustRootSchema: z.ZodType<TrustRoot> = z
  .object({
    mediaType: z.enum([
      "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
      "application/vnd.dev.sigstore.trustedroot.v0.2+json",
    ]),
    tlogs: z.array(log).max(32).default([]),
    certificateAuthorities: z.array(authority).min(1).max(32),
    ctlogs: z.array(log).max(32).default([]),
    timestampAuthorities: z.array(authority).max(32).default([]),
  })
  .refine(({ tlogs, timestampAuthorities }) => tlogs.length + timestampAuthorities.length > 0, {
    error: "expected a transparency log or a timestamp authority, without which no certificate has a time",
  });

/** Reads Sigstore's file `trusted_root.json`, of the public instance or of a company's. `path` is used in messages. */
export function readTrustRoot(text: string, path: string): TrustRoot {
  const fail = (reason: string) =>
    new SkillError("config-invalid", { path, reason: `it is not a trust root: ${reason}.` });
  if (text.length > packagingLimits.trustRootCharacters)
    throw fail(`it has more than ${packagingLimits.trustRootCharacters} characters`);
  const json = readJsonText(text);
  if ("fault" in json) throw fail(json.fault);
  const { success, data, error } = TrustRootSchema.safeParse(json.value);
  if (success) return data;
  throw fail(describeIssue(error));
}

function isPublicKey(bytes: Buffer): boolean {
  return isReadable(() => createPublicKey({ key: bytes, format: "der", type: "spki" }));
}

function isCertificate(bytes: Buffer): boolean {
  return isReadable(() => new X509Certificate(bytes));
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
