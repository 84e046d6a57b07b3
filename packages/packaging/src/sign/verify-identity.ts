import type { CertificateMaterial, SignatureBundle } from "./bundle.ts";
import type { Identity } from "./signer.ts";
import type { TrustedAuthority, TrustedLog, TrustRoot } from "./trust-root.ts";

/** A bundle with a certificate. */
export type IdentityBundle = SignatureBundle & {
  readonly verificationMaterial: CertificateMaterial;
};

/**
 * Whom the certificate of a bundle names, once its chain, its time, its log entries and its signature of the message are verified. Throws
 * if any of them does not hold. What a trust root has no key for is not demanded: a company may run no log of certificates.
 */
export async function verifyIdentity(
  bundle: IdentityBundle,
  message: Buffer,
  root: TrustRoot,
): Promise<Partial<Identity>> {
  // 1 MB of code that only keyless signatures need.
  const { toSignedEntity, toTrustMaterial, Verifier } = await import("@sigstore/verify");
  const material = toTrustMaterial(toSigstoreRoot(root));
  const verifier = new Verifier(material, {
    tlogThreshold: Math.min(1, root.tlogs.length),
    ctlogThreshold: Math.min(1, root.ctlogs.length),
    timestampThreshold: 1,
  });
  const { identity } = verifier.verify(toSignedEntity(toSigstoreBundle(bundle), message));
  const subject = identity?.subjectAlternativeName;
  const issuer = identity?.extensions?.issuer;
  return { ...(subject !== undefined && { subject }), ...(issuer !== undefined && { issuer }) };
}

type SigstoreBundle = Parameters<typeof import("@sigstore/verify").toSignedEntity>[0];
type SigstoreRoot = Parameters<typeof import("@sigstore/verify").toTrustMaterial>[0];

/** Sigstore's number for SHA-256. */
const sha256 = 1;

function toSigstoreBundle({
  mediaType,
  verificationMaterial,
  messageSignature,
}: IdentityBundle): SigstoreBundle {
  const { certificate, tlogEntries, timestampVerificationData } = verificationMaterial;
  return {
    mediaType,
    content: {
      $case: "messageSignature",
      messageSignature: {
        messageDigest: { algorithm: sha256, digest: messageSignature.messageDigest.digest },
        signature: messageSignature.signature,
      },
    },
    verificationMaterial: {
      content: { $case: "certificate", certificate },
      tlogEntries: tlogEntries.map((entry) => ({ ...entry, inclusionPromise: entry.inclusionPromise })),
      timestampVerificationData,
    },
  };
}

function toSigstoreRoot(root: TrustRoot): SigstoreRoot {
  const toLog = (log: TrustedLog): SigstoreRoot["tlogs"][number] => ({
    ...log,
    hashAlgorithm: sha256,
    checkpointKeyId: log.checkpointKeyId,
    operator: "",
  });
  const toAuthority = (authority: TrustedAuthority): SigstoreRoot["certificateAuthorities"][number] => ({
    ...authority,
    subject: undefined,
    uri: "",
    operator: "",
  });
  return {
    mediaType: root.mediaType,
    tlogs: root.tlogs.map(toLog),
    certificateAuthorities: root.certificateAuthorities.map(toAuthority),
    ctlogs: root.ctlogs.map(toLog),
    timestampAuthorities: root.timestampAuthorities.map(toAuthority),
  };
}
