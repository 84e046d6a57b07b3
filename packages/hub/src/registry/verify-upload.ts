import { SkillError } from "@skillwright/core";
import { readBundle, type Statement, type TrustRoot, verifySignature } from "@skillwright/packaging";

/**
 * Who signed a version. A signature that is wrong is refused. One of an identity counts only with a trust root; without one it is kept
 * for clients that have their own, and the hub names no signer.
 */
export async function signerOf(
  bundle: Uint8Array,
  statement: Statement,
  trustRoot: TrustRoot | undefined,
): Promise<string | undefined> {
  const text = Buffer.from(bundle).toString();
  const read = readBundle(text);
  if ("fault" in read)
    throw new SkillError("signature-invalid", { name: statement.name, reason: read.fault });
  const isKey = "publicKey" in read.verificationMaterial;
  if (!isKey && trustRoot === undefined) return undefined;
  return (await verifySignature(text, statement, { trustRoot })).signer;
}
