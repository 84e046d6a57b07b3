import { SkillError } from "@skillwright/core";
import type { InstallRules } from "@skillwright/core/policy";
import { expect, test } from "vitest";
import { createCache } from "../apply/cache.ts";
import { createMemoryDisk } from "../apply/test-memory-disk.ts";
import { packagingLimits } from "../limits.ts";
import { createLockedCheck, findLockedProblem } from "../verify/locked-check.ts";
import { openTrustRoot, statementOf, verifyKept } from "./kept-signature.ts";
import { createKey, readPrivateKey, signDigest } from "./keys.ts";
import { createTestSigstore } from "./test-sigstore.ts";
import { readTrustRoot } from "./trust-root.ts";

const locked = { name: "pdf", version: "1.0.0", digest: `sha256:${"1".repeat(64)}`, source: "hub:pdf" };
const [mine, other] = [newKey(), newKey()];
const rules: readonly InstallRules[] = [{ requireSignature: true, trustedKeys: [`key:${mine.id}`] }];

function newKey(): ReturnType<typeof readPrivateKey> {
  return readPrivateKey(createKey().privateKey, "test");
}

/** What was kept, and what verifies it. */
function createKept(all = rules) {
  const memory = createMemoryDisk();
  const { signatures } = createCache("/cache", memory);
  return { memory, kept: { signatures, rules: all } };
}

test("a kept signature counts for exactly the skill, version and content that it is about", async () => {
  const { kept } = createKept();
  kept.signatures.put(statementOf(locked), signDigest(statementOf(locked), mine));
  expect(await verifyKept(locked, kept)).toEqual({ signer: `key:${mine.id}` });
  const alias = { ...locked, name: "other-pdf", skill: "pdf" };
  expect(await verifyKept(alias, kept)).toEqual({ signer: `key:${mine.id}` });
  const { version: _, ...unversioned } = locked;
  const changed = [
    { ...locked, name: "docx" },
    { ...locked, version: "1.0.1" },
    { ...locked, digest: `sha256:${"2".repeat(64)}` },
    unversioned,
  ];
  for (const one of changed)
    expect(await verifyKept(one, kept)).toMatchObject({ reason: expect.any(String) });
});

test("a skill without a version has the signature of the version that was kept with it; a version in a lock is never replaced", async () => {
  const { version, ...unversioned } = locked;
  const { kept } = createKept();
  const bundle = signDigest(statementOf(locked), mine);
  kept.signatures.put(statementOf(unversioned), bundle, version);
  expect(await verifyKept(unversioned, kept)).toEqual({ signer: `key:${mine.id}` });
  const other = { ...unversioned, digest: `sha256:${"2".repeat(64)}` };
  kept.signatures.put(statementOf(other), bundle, version);
  expect(await verifyKept(other, kept)).toMatchObject({ reason: expect.stringContaining("another name") });
  const newer = { ...locked, version: "2.0.0" };
  kept.signatures.put(statementOf(newer), bundle, version);
  expect(await verifyKept(newer, kept)).toMatchObject({ reason: expect.stringContaining("another name") });
});

test("a signature that was put in the place of another one does not count", async () => {
  const { memory, kept } = createKept();
  const newer = { ...locked, version: "2.0.0" };
  kept.signatures.put(statementOf(locked), signDigest(statementOf(newer), mine));
  expect(await verifyKept(locked, kept)).toEqual({
    reason: "The signature of pdf is not valid: it was made for another name, version or content",
  });
  kept.signatures.put(statementOf(locked), signDigest(statementOf(locked), other));
  expect(await verifyKept(locked, kept)).toMatchObject({ reason: expect.stringContaining("not") });
  for (const text of ["", "{}", "\ufffd", "[]", `{"mediaType":"${"x".repeat(1000)}"}`])
    kept.signatures.put(statementOf(locked), text);
  // None of these keeps a good one from being found.
  kept.signatures.put(statementOf(locked), signDigest(statementOf(locked), mine));
  expect(await verifyKept(locked, kept)).toEqual({ signer: `key:${mine.id}` });
  memory.disk.remove("/cache/signatures");
  expect(await verifyKept(locked, kept)).toMatchObject({
    reason: expect.stringContaining("not on this machine"),
  });
});

test("an oversized or endless list of signatures is bounded", async () => {
  const { memory, kept } = createKept();
  kept.signatures.put(statementOf(locked), " ".repeat(packagingLimits.signatureCharacters + 1));
  expect(kept.signatures.get(statementOf(locked))).toEqual([]);
  memory.disk.remove("/cache/signatures");
  for (let index = 0; index < 40; index++) kept.signatures.put(statementOf(locked), `{"n":${index}}`);
  expect(kept.signatures.get(statementOf(locked))).toHaveLength(packagingLimits.signaturesPerSkill);
});

test("every policy must trust the signer, and one that requires signatures but trusts no signer refuses all", async () => {
  const { kept } = createKept([...rules, { trustedKeys: [`key:${other.id}`] }]);
  kept.signatures.put(statementOf(locked), signDigest(statementOf(locked), mine));
  expect(await verifyKept(locked, kept)).toMatchObject({
    reason: `policy does not trust its signer key:${mine.id}`,
  });
  const open = { ...kept, rules: [{ requireSignature: true }] };
  expect(await findLockedProblem(locked, open)).toEqual({
    status: "unsigned",
    reason: expect.stringContaining("trusts no signer"),
  });
  const none = { ...kept, rules: [{ trustedKeys: [`key:${other.id}`] }] };
  expect(await findLockedProblem(locked, none)).toBeUndefined();
});

test("a block comes before the question for a signature", async () => {
  const { kept } = createKept([{ requireSignature: true, blockedSources: ["hub:*"] }]);
  expect(await findLockedProblem(locked, kept)).toMatchObject({ status: "revoked" });
});

test("an identity whose certificate had expired, or whose trust root was replaced, no longer counts", async () => {
  const [issuer, subject] = ["https://accounts.example.com", "ann@acme.dev"];
  const identities: readonly InstallRules[] = [
    { requireSignature: true, trustedIdentities: [`*@acme.dev (${issuer})`] },
  ];
  const { kept } = createKept(identities);
  const verifyWith = async ({ root, sign }: Awaited<ReturnType<typeof createTestSigstore>>, by = root) => {
    kept.signatures.put(
      statementOf(locked),
      JSON.stringify(await sign(statementOf(locked), { subject, issuer })),
    );
    return verifyKept(locked, { ...kept, trustRoot: readTrustRoot(JSON.stringify(by), "root.json") });
  };
  const issued = new Date(Date.now() + 60_000);
  const late = await createTestSigstore({ issued, logged: new Date(issued.getTime() + 610_000) });
  expect(await verifyWith(late)).toMatchObject({ reason: expect.stringContaining("certificate chain") });
  const good = await createTestSigstore();
  expect(await verifyWith(good, late.root)).toMatchObject({ reason: expect.any(String) });
  expect(await verifyWith(good)).toEqual({ signer: `${subject} (${issuer})` });
});

test("the trust root of the strongest policy decides, so that another one cannot bring its own", () => {
  const memory = createMemoryDisk();
  const read = (all: readonly InstallRules[]): unknown => {
    try {
      return openTrustRoot(all, memory.fs);
    } catch (error) {
      return error instanceof SkillError ? error.details : error;
    }
  };
  expect(read([{}, { trustedKeys: [] }])).toBeUndefined();
  expect(read([{}, { trustRoot: "/org/root.json" }, { trustRoot: "/user/root.json" }])).toMatchObject({
    path: "/org/root.json",
    reason: expect.stringContaining("missing"),
  });
});

test("the check of sessions reads a trust root only when a skill is verified, and fails with it", async () => {
  const { memory, kept } = createKept();
  const check = createLockedCheck([{ requireSignature: true, trustRoot: "/none.json" }], {
    fs: memory.fs,
    signatures: kept.signatures,
  });
  await expect(check({ ...locked, lockPath: "/l", files: {} })).rejects.toMatchObject({
    code: "config-invalid",
  });
});
