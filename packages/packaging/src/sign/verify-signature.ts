import { verify } from "node:crypto";
import { SkillError } from "@skillwright/core";
import { readBundle, type SignatureBundle } from "./bundle.ts";
import { publicKeyOf } from "./keys.ts";
import { formatIdentity, isTrustedSigner, type TrustedSigners } from "./signer.ts";
import { formatStatement, hashStatement, type Statement } from "./statement.ts";
import type { TrustRoot } from "./trust-root.ts";
import { type IdentityBundle, verifyIdentity } from "./verify-identity.ts";

/** What makes a signature count. */
export type SignatureTrust = TrustedSigners & {
  /** Without it, signatures of identities cannot be verified, and are refused. */
  readonly trustRoot?: TrustRoot | undefined;
};

/** Who signed: `key:ID`, or `SUBJECT (ISSUER)`. */
export type Signed = { readonly signer: string };

/**
 * Verifies that a bundle is a signature of exactly this skill, version and content by a trusted signer. Works offline. Throws
 * `signature-invalid` otherwise.
 */
export async function verifySignature(
  bundleText: string,
  statement: Statement,
  trust: SignatureTrust,
): Promise<Signed> {
  const fail: Fail = (reason, cause) =>
    new SkillError("signature-invalid", { name: statement.name, reason }, { cause });
  const bundle = readBundle(bundleText);
  if ("fault" in bundle) throw fail(bundle.fault);
  if (!bundle.messageSignature.messageDigest.digest.equals(hashStatement(statement)))
    throw fail("it was made for another name, version or content");
  const { verificationMaterial } = bundle;
  const message = Buffer.from(formatStatement(statement));
  const signer =
    "publicKey" in verificationMaterial
      ? keySigner(verificationMaterial.publicKey.hint, { bundle, message, fail })
      : await identitySigner({ ...bundle, verificationMaterial }, { message, root: trust.trustRoot, fail });
  if (!isTrustedSigner(signer, trust)) throw fail(`its signer ${signer} is not trusted`);
  return { signer };
}

type Fail = (reason: string, cause?: unknown) => SkillError;
type KeySignature = { readonly bundle: SignatureBundle; readonly message: Buffer; readonly fail: Fail };

/** The key alone decides: entries of logs and timestamps would add nothing to it. */
function keySigner(id: string, { bundle, message, fail }: KeySignature): string {
  const key = publicKeyOf(id);
  if (key === undefined) throw fail("the hint of its public key is not an Ed25519 key in Base64url");
  if (!verify(null, message, key, bundle.messageSignature.signature))
    throw fail("the key that it names did not make it");
  return `key:${id}`;
}

type IdentityContext = {
  readonly message: Buffer;
  readonly root: TrustRoot | undefined;
  readonly fail: Fail;
};

async function identitySigner(
  bundle: IdentityBundle,
  { message, root, fail }: IdentityContext,
): Promise<string> {
  if (root === undefined)
    throw fail("an identity made it, and no policy names a trust root (install.trustRoot) to verify it with");
  const { subject = "", issuer = "" } = await verifyIdentity(bundle, message, root).catch(
    (cause: unknown) => {
      // Certificates and timestamps are foreign bytes, and their parser throws errors of many kinds.
      throw fail(cause instanceof Error ? cause.message.slice(0, 200) : "it cannot be verified", cause);
    },
  );
  const signer = formatIdentity({ subject, issuer });
  if (signer === undefined) throw fail("its certificate does not name one subject and one issuer");
  return signer;
}
