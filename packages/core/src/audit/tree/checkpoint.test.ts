import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../../digest/sha256.ts";
import {
  auditOrigin,
  formatVerifierKey,
  openCheckpoint,
  openNote,
  parseVerifierKey,
  signCheckpoint,
  signNote,
} from "./checkpoint.ts";
import { formatProofFile, parseProofFile, splitProofFiles } from "./proof-file.ts";
import { leavesOf } from "./test-tree.ts";

function verifierOf(key: KeyObject) {
  const publicKey = key.export({ type: "spki", format: "der" }).subarray(12);
  const check = (text: Uint8Array, signature: Uint8Array): boolean => verify(null, text, key, signature);
  return { publicKey, sha256, verify: check };
}

function createSigner() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const verifier = verifierOf(publicKey);
  return { ...verifier, sign: (text: Uint8Array): Uint8Array => sign(null, text, privateKey) };
}

test("opens the published example of Go's signed notes", () => {
  // https://pkg.go.dev/golang.org/x/mod/sumdb/note
  const note =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
  const raw = Buffer.from("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "base64").subarray(1);
  const jwk = { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url") };
  const verifier = verifierOf(createPublicKey({ key: jwk, format: "jwk" }));
  const keyText = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
  expect(formatVerifierKey("PeterNeumann", verifier)).toBe(keyText);
  expect(parseVerifierKey(keyText, sha256)?.publicKey).toEqual(Uint8Array.from(raw));
  expect(parseVerifierKey(keyText.replace("c7", "c8"), sha256)).toBeUndefined();
  expect(openNote(note, "PeterNeumann", verifier)).toBe(note.slice(0, note.indexOf("\n\n") + 1));
  expect(openNote(note.replace("know", "knew"), "PeterNeumann", verifier)).toBeUndefined();
  expect(openNote(note, "PeterNeuman", verifier)).toBeUndefined();
});

test("a checkpoint opens with the key that signed it and with no other, unchanged", () => {
  const signer = createSigner();
  const origin = auditOrigin("red team", signer);
  expect(origin).toMatch(/^skillwright-hub-[0-9a-f]{16}\/red%20team$/);
  const [root = new Uint8Array()] = leavesOf(1);
  const note = signCheckpoint({ origin, size: 7, root }, signer);
  expect(openCheckpoint(note, signer)).toEqual({ origin, size: 7, root });
  expect(openCheckpoint(note, createSigner())).toBeUndefined();
  expect(openCheckpoint(note.replace("\n7\n", "\n8\n"), signer)).toBeUndefined();
  // Witnesses add signatures after the log's.
  expect(openCheckpoint(`${note}— witness.example ${"A".repeat(96)}\n`, signer)?.size).toBe(7);
  const unsigned = note.slice(0, note.indexOf("—"));
  expect(openCheckpoint(unsigned, signer)).toBeUndefined();
});

test("a signed note that is not a checkpoint is not taken for one", () => {
  const signer = createSigner();
  for (const text of [
    "o\n07\nAAAA\n",
    "o\n7\nAAAA\n",
    "o\n7\n",
    `o\n-1\n${"A".repeat(43)}=\n`,
    "skillwright state 1\n{}\n",
  ])
    expect(openCheckpoint(signNote(text, text.slice(0, text.indexOf("\n")), signer), signer)).toBeUndefined();
});

test("proof files come back, alone and after each other", () => {
  const file = {
    line: '{"version":1,"torn":"\\u00ff"}',
    leaf: 3,
    proof: [...leavesOf(4)],
    checkpoint: "o\n4\nr\n\n— o s\n",
  };
  const text = formatProofFile(file);
  expect(parseProofFile(text)).toEqual(file);
  const none = { ...file, leaf: 0, proof: [] };
  expect(splitProofFiles(text + formatProofFile(none)).map(parseProofFile)).toEqual([file, none]);
  for (const wrong of [
    "",
    text.replace("index 3", "index 03"),
    text.replace("@v1", "@v2"),
    text.replace(/^extra .*\n/m, ""),
  ])
    expect(parseProofFile(wrong)).toBeUndefined();
});
