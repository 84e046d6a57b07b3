import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { SkillError } from "@skillwright/core";
import { formatKeyBundle } from "./bundle.ts";
import { formatStatement, hashStatement, type Statement } from "./statement.ts";

/** A new key for signatures. `id` is the public key itself, in 43 characters, so a policy that names it needs no other file. */
export type NewKey = {
  readonly id: string;
  /** PKCS#8 in PEM, encrypted if there is a passphrase. */
  readonly privateKey: string;
  /** SPKI in PEM. */
  readonly publicKey: string;
};

export function createKey(passphrase?: string): NewKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const encryption = passphrase === undefined ? {} : { cipher: "aes-256-cbc", passphrase };
  return {
    id: idOf(publicKey),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem", ...encryption }).toString(),
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
}

/** A private key that signs. Its `id` belongs into policies, as `key:ID`. */
export type SigningKey = { readonly id: string; readonly key: KeyObject };

/** Whether a private key in PEM needs a passphrase. */
export function isEncryptedKey(pem: string): boolean {
  return pem.includes("BEGIN ENCRYPTED PRIVATE KEY");
}

/** Reads a private key; `name` is used in messages. */
export function readPrivateKey(pem: string, name: string, passphrase?: string): SigningKey {
  if (isEncryptedKey(pem) && passphrase === undefined)
    throw new SkillError("key-unusable", { name, reason: "it needs its passphrase" });
  try {
    const key = createPrivateKey({
      key: pem,
      format: "pem",
      ...(passphrase !== undefined && { passphrase }),
    });
    if (key.asymmetricKeyType === "ed25519") return { id: idOf(createPublicKey(key)), key };
  } catch {
    // The cause is dropped: it might quote the key.
    const reason = passphrase === undefined ? "it is not a private key in PEM" : "the passphrase is wrong";
    throw new SkillError("key-unusable", { name, reason });
  }
  throw new SkillError("key-unusable", { name, reason: "it is not an Ed25519 key" });
}

/** The id of a public key in PEM; `name` is used in messages. */
export function readPublicKey(pem: string, name: string): string {
  // Node would take the public half of a private key, whose text must not be passed around.
  if (!/^-----BEGIN PUBLIC KEY-----\r?\n/.test(pem))
    throw new SkillError("key-unusable", { name, reason: "it is not a public key in PEM" });
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === "ed25519") return idOf(key);
  } catch (cause) {
    throw new SkillError("key-unusable", { name, reason: "it is not a public key in PEM" }, { cause });
  }
  throw new SkillError("key-unusable", { name, reason: "it is not an Ed25519 key" });
}

/** The public key that an id is; undefined if the text is not such an id in its one canonical spelling. */
export function publicKeyOf(id: string): KeyObject | undefined {
  const bytes = Buffer.from(id, "base64url");
  if (bytes.length !== 32 || bytes.toString("base64url") !== id) return undefined;
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: id }, format: "jwk" });
}

function idOf(publicKey: KeyObject): string {
  // An Ed25519 key in SPKI is 12 bytes that are always the same, and the key.
  return publicKey.export({ type: "spki", format: "der" }).subarray(12).toString("base64url");
}

/** Signs a skill; returns the text of a Sigstore bundle. */
export function signDigest(statement: Statement, { id, key }: SigningKey): string {
  const signature = sign(null, Buffer.from(formatStatement(statement)), key);
  return formatKeyBundle(id, hashStatement(statement), signature);
}
