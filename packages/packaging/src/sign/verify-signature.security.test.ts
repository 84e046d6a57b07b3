import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { packagingLimits } from "../limits.ts";
import { digestTree } from "../tree/file-tree.ts";
import { createKey, readPrivateKey, type SigningKey, signDigest } from "./keys.ts";
import { formatStatement, type Statement } from "./statement.ts";
import { verifySignature } from "./verify-signature.ts";

const digest = digestTree({
  entries: [{ path: "SKILL.md", bytes: Buffer.from("text"), executable: false }],
});
const statement: Statement = { name: "pdf", version: "1.2.0", digest };
const key = newKey();
const other = newKey();
const text = signDigest(statement, key);

function newKey(): SigningKey {
  return readPrivateKey(createKey().privateKey, "k");
}

async function check(bundle: string, of: Statement = statement, keys?: readonly string[]): Promise<string> {
  return verifySignature(bundle, of, { keys }).then(
    (found) => found.signer,
    (error) => `${error.code}: ${error.details.reason}`,
  );
}

/** The bundle with one text in it replaced. */
function altered(search: string, replacement: string): string {
  expect(text).toContain(search);
  return text.replace(search, replacement);
}

test("a signature of a key is verified, whoever is trusted by its id", async () => {
  expect(await check(text)).toBe(`key:${key.id}`);
  expect(await check(text, statement, [`key:${key.id}`])).toBe(`key:${key.id}`);
  expect(await check(text, statement, [other.id, key.id])).toBe(`key:${key.id}`);
  const { version: _, ...unversioned } = statement;
  expect(await check(signDigest(unversioned, key), unversioned)).toBe(`key:${key.id}`);
});

test("the bundle has the members of Sigstore's format 0.3", () => {
  expect(JSON.parse(text)).toEqual({
    mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
    verificationMaterial: { publicKey: { hint: key.id } },
    messageSignature: {
      messageDigest: { algorithm: "SHA2_256", digest: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) },
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/),
    },
  });
  expect(formatStatement(statement)).toBe(
    `{"statement":"skillwright.skill.v1","name":"pdf","version":"1.2.0","digest":"${digest}"}\n`,
  );
});

test.each<[string, Statement]>([
  ["another name", { ...statement, name: "pdf2" }],
  ["another version", { ...statement, version: "1.2.1" }],
  ["no version", { name: "pdf", digest }],
  ["a version that is the word null", { ...statement, version: "null" }],
  ["another content", { ...statement, digest: `sha256:${"0".repeat(64)}` }],
  ["a name that contains the rest", { name: `pdf","version":"1.2.0`, digest }],
])("a signature does not count for %s", async (_, of) => {
  expect(await check(text, of)).toBe("signature-invalid: it was made for another name, version or content");
});

test("the digest of another statement does not make the signature fit", async () => {
  const wanted = { ...statement, name: "docx" };
  const forged = JSON.parse(text);
  forged.messageSignature.messageDigest = JSON.parse(
    signDigest(wanted, other),
  ).messageSignature.messageDigest;
  expect(await check(JSON.stringify(forged), wanted)).toBe(
    "signature-invalid: the key that it names did not make it",
  );
});

describe("a key", () => {
  test("that is not trusted does not count, and neither does any if none is", async () => {
    const reason = `signature-invalid: its signer key:${key.id} is not trusted`;
    expect(await check(text, statement, [`key:${other.id}`])).toBe(reason);
    expect(await check(text, statement, [])).toBe(reason);
    expect(await check(text, statement, [key.id.slice(0, 42), `${key.id}A`, `key:key:${key.id}`])).toBe(
      reason,
    );
    await expect(verifySignature(text, statement, { identities: ["**", key.id] })).rejects.toThrow(
      "not trusted",
    );
  });

  test("cannot be swapped for a trusted one", async () => {
    const swapped = altered(key.id, other.id);
    expect(await check(swapped, statement, [`key:${other.id}`])).toBe(
      "signature-invalid: the key that it names did not make it",
    );
  });

  test.each([
    ["is empty", ""],
    ["is too short", key.id.slice(0, 42)],
    ["has a spelling that is not canonical", nextSpelling(key.id)],
    ["has padding", `${key.id}=`],
    ["is a name of JavaScript", "__proto__"],
  ])("that %s is refused", async (_, id) => {
    expect(await check(altered(key.id, id))).toMatch(/^signature-invalid: the hint of its public key/);
  });

  test("of another kind cannot be read", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(() => readPrivateKey(pem, "k")).toThrow("not an Ed25519 key");
  });
});

/** The same 32 bytes: the last two bits of 43 characters mean nothing. */
function nextSpelling(id: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return `${id.slice(0, 42)}${alphabet[alphabet.indexOf(id.charAt(42)) + 1]}`;
}

const { signature } = JSON.parse(text).messageSignature;

test.each([
  ["an empty text", "", "not valid JSON"],
  ["a list", "[]", "expected an object"],
  ["another media type", altered("bundle.v0.3+json", "bundle.v0.2+json"), "mediaType"],
  ["the old spelling of the media type", altered("bundle.v0.3+json", "bundle+json;version=0.3"), "mediaType"],
  ["a media type with a tail", altered("v0.3+json", "v0.3+json;x"), "mediaType"],
  ["an empty signature", altered(signature, ""), "messageSignature.signature"],
  ["a signature that is not canonical Base64", altered(signature, `${signature} `), "expected Base64"],
  ["no signature", JSON.stringify({ ...JSON.parse(text), messageSignature: undefined }), "messageSignature"],
  ["another hash", altered("SHA2_256", "SHA2_512"), "algorithm"],
  ["no hash", altered("SHA2_256", "HASH_ALGORITHM_UNSPECIFIED"), "algorithm"],
  ["an envelope beside the signature", altered("{", '{"dsseEnvelope": {},'), "dsseEnvelope"],
  [
    "a certificate beside the key",
    altered('"publicKey"', '"certificate": {"rawBytes": "AAAA"}, "publicKey"'),
    "verificationMaterial",
  ],
  [
    "a key that is written twice",
    altered('"hint"', `"hint": "${other.id}", "hint"`),
    '"hint" is written twice',
  ],
  [
    "a member that is written twice with an escape",
    altered("{", '{"media\\u0054ype": "x",'),
    '"mediaType" is written twice',
  ],
  ["a prototype", altered("{", '{"__proto__": {},'), "__proto__"],
  ["a text without end", text + " ".repeat(packagingLimits.signatureCharacters), "characters"],
  ["deep nesting", "[".repeat(100_000), "not valid JSON"],
  [
    "many log entries",
    altered('"publicKey"', `"tlogEntries": [${"{},".repeat(5000)}{}], "publicKey"`),
    "verificationMaterial",
  ],
])("%s is refused", async (_, bundle, reason) => {
  const found = await check(bundle);
  expect(found).toMatch(/^signature-invalid: /);
  expect(found).toContain(reason);
});

test("a signature of the same key for something else does not count", async () => {
  const bundle = JSON.parse(text);
  const foreign = sign(null, Buffer.from(digest), key.key);
  bundle.messageSignature.signature = foreign.toString("base64");
  expect(await check(JSON.stringify(bundle))).toBe(
    "signature-invalid: the key that it names did not make it",
  );
});

test.each(["", "sha256:", `sha256:${"A".repeat(64)}`, `sha512:${"a".repeat(128)}`, `${digest}\n`])(
  "the digest %j cannot be signed",
  (bad) => {
    expect(() => signDigest({ ...statement, digest: bad }, key)).toThrow("signature-invalid");
  },
);
