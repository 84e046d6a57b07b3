import { createPublicKey, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createKey, isEncryptedKey, readPrivateKey, readPublicKey, signDigest } from "./keys.ts";
import { formatStatement } from "./statement.ts";

const statement = { name: "pdf", digest: `sha256:${"a".repeat(64)}` };

test("a new key is PKCS#8 and SPKI in PEM, and its id is the public key", () => {
  const { id, privateKey, publicKey } = createKey();
  expect(privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n[^-]+-----END PRIVATE KEY-----\n$/);
  expect(publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n[^-]+-----END PUBLIC KEY-----\n$/);
  expect(id).toBe(createPublicKey(publicKey).export({ format: "jwk" }).x);
  expect(readPublicKey(publicKey, "k")).toBe(id);
  expect(readPrivateKey(privateKey, "k").id).toBe(id);
  expect(createKey().id).not.toBe(id);
});

test("other programs verify a signature with the public key and the statement", () => {
  const { privateKey, publicKey } = createKey();
  const { messageSignature } = JSON.parse(signDigest(statement, readPrivateKey(privateKey, "k")));
  const signature = Buffer.from(messageSignature.signature, "base64");
  expect(verify(null, Buffer.from(formatStatement(statement)), publicKey, signature)).toBe(true);
});

describe("a passphrase", () => {
  const { id, privateKey } = createKey("correct horse");

  test("encrypts the private key and reads it", () => {
    expect(isEncryptedKey(privateKey)).toBe(true);
    expect(isEncryptedKey(createKey().privateKey)).toBe(false);
    expect(readPrivateKey(privateKey, "k", "correct horse").id).toBe(id);
  });

  test("is needed, and must be right", () => {
    expect(() => readPrivateKey(privateKey, "k")).toThrow("it needs its passphrase");
    expect(() => readPrivateKey(privateKey, "k", "wrong")).toThrow("the passphrase is wrong");
    expect(() => readPrivateKey(privateKey, "k", "")).toThrow("the passphrase is wrong");
  });
});

test("other texts are not keys, and messages do not contain them", () => {
  const { privateKey, publicKey } = createKey();
  const broken = privateKey.replace("MC4C", "AAAA");
  for (const text of ["", "secret", publicKey, broken]) {
    expect(() => readPrivateKey(text, "k")).toThrow(
      'key-unusable {"name":"k","reason":"it is not a private key in PEM"}',
    );
  }
  for (const text of ["", "secret", privateKey, publicKey.replace("MCow", "AAAA")])
    expect(() => readPublicKey(text, "k")).toThrow(
      'key-unusable {"name":"k","reason":"it is not a public key in PEM"}',
    );
});
