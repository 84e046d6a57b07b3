import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { initializeCA, initializeCTLog, initializeTLog, initializeTSA } from "@sigstore/mock";
import { formatStatement, type Statement } from "./statement.ts";

/** A private Sigstore for tests: a certificate authority, a log of certificates and a log of signatures. */
export type TestSigstore = {
  /** Its `trusted_root.json`. */
  readonly root: Readonly<Record<string, unknown>>;
  /** A bundle that an identity has made. */
  sign(statement: Statement, identity: TestIdentity): Promise<TestBundle>;
  /** A timestamp of a signature, by the authority for timestamps. */
  stamp(signature: string): Promise<string>;
};
type TestIdentity = { readonly subject: string; readonly issuer?: string };
// biome-ignore lint/suspicious/noExplicitAny: attacks alter any member of a bundle.
export type TestBundle = any;

export type TestSigstoreOptions = {
  /** When certificates are issued; they are valid for ten minutes. */
  readonly issued?: Date;
  /** When the log records signatures. */
  readonly logged?: Date;
  /** Without a log of certificates. */
  readonly isUnlogged?: boolean;
};

export async function createTestSigstore(options: TestSigstoreOptions = {}): Promise<TestSigstore> {
  const { issued, logged, isUnlogged = false } = options;
  const logKeys = newKeys();
  const certificateLog = await initializeCTLog(newKeys(), issued);
  const authority = await initializeCA(newKeys("P-384"), isUnlogged ? undefined : certificateLog, issued);
  const log = await initializeTLog("https://rekor.example.com", logKeys, logged);
  // A whole second: the library that reads timestamps wants three digits of a fraction, and the one that writes them drops zeros.
  const stamped = Math.floor((logged?.getTime() ?? Date.now() + 60_000) / 1000) * 1000;
  const stamps = await initializeTSA(newKeys("P-384"), new Date(stamped));
  return {
    root: {
      mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
      tlogs: [trustedLog("https://rekor.example.com", log.publicKey, hash(log.publicKey))],
      certificateAuthorities: [trustedAuthority([authority.rootCertificate])],
      ctlogs: isUnlogged
        ? []
        : [trustedLog("https://ct.example.com", certificateLog.publicKey, bytesOf(certificateLog.logID))],
      timestampAuthorities: [trustedAuthority([stamps.intCertificate, stamps.rootCertificate])],
    },
    stamp: async (signature) => {
      const reply = await stamps.timestamp({
        artifactHash: hash(Buffer.from(signature, "base64")),
        hashAlgorithmOID: "2.16.840.1.101.3.4.2.1",
        nonce: 1,
        policyOID: "1.3.6.1.4.1.57264.2",
      });
      return bytesOf(reply).toString("base64");
    },
    sign: async (statement, { subject, issuer }) => {
      const { publicKey, privateKey } = newKeys();
      const leaf = await authority.issueCertificate({
        publicKey: publicKey.export({ type: "spki", format: "der" }),
        subjectAltName: subject,
        extensions: issuer === undefined ? [] : [{ oid: "1.3.6.1.4.1.57264.1.8", value: issuer }],
      });
      const message = Buffer.from(formatStatement(statement));
      const signature = sign("sha256", message, privateKey).toString("base64");
      return toBundle(bytesOf(leaf), { message, signature, log });
    },
  };
}

const validFor = { start: "2000-01-01T00:00:00Z" };

function trustedLog(baseUrl: string, key: Buffer, id: Buffer): object {
  return {
    baseUrl,
    hashAlgorithm: "SHA2_256",
    publicKey: { rawBytes: key.toString("base64"), keyDetails: "PKIX_ECDSA_P256_SHA_256", validFor },
    logId: { keyId: id.toString("base64") },
  };
}

function trustedAuthority(chain: readonly ArrayBufferView<ArrayBuffer>[]): object {
  const certificates = chain.map((one) => ({ rawBytes: bytesOf(one).toString("base64") }));
  const subject = { organization: "sigstore.mock", commonName: "sigstore" };
  return { subject, uri: "https://fulcio.example.com", certChain: { certificates }, validFor };
}

type Entry = {
  readonly message: Buffer;
  readonly signature: string;
  readonly log: Awaited<ReturnType<typeof initializeTLog>>;
};

async function toBundle(leaf: Buffer, { message, signature, log }: Entry): Promise<TestBundle> {
  const rawBytes = leaf.toString("base64");
  const pem = `-----BEGIN CERTIFICATE-----\n${rawBytes}\n-----END CERTIFICATE-----\n`;
  const logged = await log.log({
    apiVersion: "0.0.1",
    kind: "hashedrekord",
    spec: {
      signature: { content: signature, publicKey: { content: Buffer.from(pem).toString("base64") } },
      data: { hash: { algorithm: "sha256", value: hash(message).toString("hex") } },
    },
  });
  // biome-ignore lint/suspicious/noExplicitAny: the answer of the log has the types of a package that is not installed.
  const entry: any = Object.values(logged)[0];
  const proof = entry.verification.inclusionProof;
  return {
    mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
    verificationMaterial: {
      certificate: { rawBytes },
      tlogEntries: [
        {
          logIndex: String(entry.logIndex),
          logId: { keyId: Buffer.from(entry.logID, "hex").toString("base64") },
          kindVersion: { kind: "hashedrekord", version: "0.0.1" },
          integratedTime: String(entry.integratedTime),
          inclusionPromise: { signedEntryTimestamp: entry.verification.signedEntryTimestamp },
          inclusionProof: {
            logIndex: String(proof.logIndex),
            rootHash: Buffer.from(proof.rootHash, "hex").toString("base64"),
            treeSize: String(proof.treeSize),
            hashes: [],
            checkpoint: { envelope: proof.checkpoint },
          },
          canonicalizedBody: entry.body,
        },
      ],
    },
    messageSignature: {
      messageDigest: { algorithm: "SHA2_256", digest: hash(message).toString("base64") },
      signature,
    },
  };
}

function newKeys(namedCurve = "P-256"): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync("ec", { namedCurve });
}

function hash(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
