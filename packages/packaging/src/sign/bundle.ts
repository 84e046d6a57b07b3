import { z } from "zod";
import { packagingLimits } from "../limits.ts";
import { describeIssue } from "../lock/format-fault.ts";
import { readJsonText } from "../lock/json-text.ts";
import { base64 } from "./base64.ts";

/** Sigstore's format for signatures, and the only one here. */
const bundleMediaType = "application/vnd.dev.sigstore.bundle.v0.3+json";

/** The signature of a message, with what is needed to verify it. */
export type SignatureBundle = {
  readonly mediaType: string;
  readonly verificationMaterial: KeyMaterial | CertificateMaterial;
  readonly messageSignature: {
    readonly messageDigest: { readonly digest: Buffer };
    readonly signature: Buffer;
  };
};
type KeyMaterial = { readonly publicKey: { readonly hint: string } };
export type CertificateMaterial = {
  readonly certificate: { rawBytes: Buffer };
  readonly tlogEntries: LogEntry[];
  readonly timestampVerificationData?: { rfc3161Timestamps: { signedTimestamp: Buffer }[] } | undefined;
};
/** An entry of a transparency log. */
type LogEntry = {
  logIndex: string;
  logId: { keyId: Buffer };
  kindVersion: { kind: string; version: string };
  integratedTime: string;
  inclusionPromise?: { signedEntryTimestamp: Buffer } | undefined;
  inclusionProof: {
    logIndex: string;
    rootHash: Buffer;
    treeSize: string;
    hashes: Buffer[];
    checkpoint: { envelope: string };
  };
  canonicalizedBody: Buffer;
};

/** 15 digits at most, so that no number is rounded. */
const integer = z.string().regex(/^\d{1,15}$/, { error: "expected a number in digits" });

const logEntry = z.strictObject({
  logIndex: integer,
  logId: z.strictObject({ keyId: base64 }),
  kindVersion: z.strictObject({ kind: z.literal("hashedrekord"), version: z.enum(["0.0.1", "0.0.2"]) }),
  integratedTime: integer.default("0"),
  inclusionPromise: z.strictObject({ signedEntryTimestamp: base64 }).optional(),
  inclusionProof: z.strictObject({
    logIndex: integer,
    rootHash: base64,
    treeSize: integer,
    // A log with 2^64 entries is 64 levels deep.
    hashes: z.array(base64).max(64).default([]),
    checkpoint: z.strictObject({ envelope: z.string().max(8192) }),
  }),
  canonicalizedBody: base64,
});

// Verifiers compare these lists pairwise.
const logEntries = z.array(logEntry).max(8).default([]);
const timestamps = z
  .strictObject({
    rfc3161Timestamps: z
      .array(z.strictObject({ signedTimestamp: base64 }))
      .max(8)
      .default([]),
  })
  .optional();

const BundleSchema: z.ZodType<SignatureBundle> = z.strictObject({
  mediaType: z.literal(bundleMediaType),
  verificationMaterial: z.union(
    [
      z.strictObject({
        publicKey: z.strictObject({ hint: z.string() }),
        tlogEntries: logEntries,
        timestampVerificationData: timestamps,
      }),
      z.strictObject({
        certificate: z.strictObject({ rawBytes: base64 }),
        tlogEntries: logEntries,
        timestampVerificationData: timestamps,
      }),
    ],
    { error: "expected a public key or a certificate, with entries of a log and timestamps" },
  ),
  messageSignature: z.strictObject({
    messageDigest: z.strictObject({ algorithm: z.literal("SHA2_256"), digest: base64 }),
    signature: base64,
  }),
});

/** Reads a bundle with a message signature. Members that are not checked later are refused, not ignored. */
export function readBundle(text: string): SignatureBundle | { readonly fault: string } {
  if (text.length > packagingLimits.signatureCharacters)
    return { fault: `it has more than ${packagingLimits.signatureCharacters} characters` };
  const json = readJsonText(text);
  if ("fault" in json) return json;
  const { success, data, error } = BundleSchema.safeParse(json.value);
  if (success) return data;
  return { fault: describeIssue(error) };
}

/** The text of a bundle that was made with a key. */
export function formatKeyBundle(key: string, digest: Uint8Array, signature: Uint8Array): string {
  const bundle = {
    mediaType: bundleMediaType,
    verificationMaterial: { publicKey: { hint: key } },
    messageSignature: {
      messageDigest: { algorithm: "SHA2_256", digest: Buffer.from(digest).toString("base64") },
      signature: Buffer.from(signature).toString("base64"),
    },
  };
  return `${JSON.stringify(bundle, undefined, 2)}\n`;
}
