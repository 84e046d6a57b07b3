import { beforeAll, describe, expect, test } from "vitest";
import type { Statement } from "./statement.ts";
import { createTestSigstore, type TestBundle, type TestSigstore } from "./test-sigstore.ts";
import { readTrustRoot } from "./trust-root.ts";
import { verifySignature } from "./verify-signature.ts";

const statement: Statement = { name: "pdf", version: "1.2.0", digest: `sha256:${"a".repeat(64)}` };
const subject = "https://github.com/acme/skills/.github/workflows/release.yml@refs/heads/main";
const issuer = "https://token.actions.githubusercontent.com";
const signer = `${subject} (${issuer})`;

let sigstore: TestSigstore;
let bundle: TestBundle;
beforeAll(async () => {
  // Fixed times, so that any certificate is valid for any entry. The authority is valid from now on.
  const start = Date.now() + 1000;
  sigstore = await createTestSigstore({ issued: new Date(start), logged: new Date(start + 60_000) });
  bundle = await sigstore.sign(statement, { subject, issuer });
});

async function check(
  signed: TestBundle,
  identities: readonly string[] | undefined,
  { root = sigstore.root, of = statement }: { root?: object; of?: Statement } = {},
): Promise<string> {
  const trustRoot = readTrustRoot(JSON.stringify(root), "trusted_root.json");
  return verifySignature(JSON.stringify(signed), of, { identities, trustRoot }).then(
    (found) => found.signer,
    (error) => `${error.code}: ${error.details.reason}`,
  );
}

describe("an identity", () => {
  test("is read from the certificate once everything is verified, offline", async () => {
    expect(await check(bundle, undefined)).toBe(signer);
    expect(await check(bundle, ["https://github.com/acme/**"])).toBe(signer);
    expect(await check(bundle, [`https://github.com/acme/*/.github/workflows/** (${issuer})`])).toBe(signer);
  });

  test.each([
    "https://github.com/acme",
    "https://github.com/acm",
    "https://github.com/acme/*",
    "github.com/acme/**",
    "https://github.com/acme/** (https://accounts.google.com)",
    `https://github.com/acme/** (${issuer}.evil.dev)`,
    "**",
    "*",
    "",
  ])("is not trusted by %j, which is only a part of it or names another issuer", async (pattern) => {
    expect(await check(bundle, [pattern])).toBe(`signature-invalid: its signer ${signer} is not trusted`);
  });

  test.each([
    ["that only contains the trusted one", "https://evil.dev/https://github.com/acme/skills"],
    ["of another owner that starts like the trusted one", "https://github.com/acme-evil/skills"],
    ["that leads out of the trusted one", "https://github.com/acme/../evil/skills"],
  ])("%s is not trusted", async (_, evil) => {
    const other = await sigstore.sign(statement, { subject: evil, issuer });
    expect(await check(other, ["https://github.com/acme/**"])).toContain("is not trusted");
  });

  test.each([
    ["no issuer", { subject }],
    ["an issuer that is not an https address", { subject, issuer: "accounts" }],
    ["a subject that looks like one with an issuer", { subject: `${subject} (${issuer})`, issuer }],
  ])("with %s is refused", async (_, identity) => {
    expect(await check(await sigstore.sign(statement, identity), undefined)).toBe(
      "signature-invalid: its certificate does not name one subject and one issuer",
    );
  });

  test("does not count where only keys are trusted", async () => {
    const trustRoot = readTrustRoot(JSON.stringify(sigstore.root), "r");
    const trust = { keys: [`key:${"A".repeat(43)}`], trustRoot };
    await expect(verifySignature(JSON.stringify(bundle), statement, trust)).rejects.toThrow("not trusted");
  });

  test("cannot be verified without a trust root", async () => {
    await expect(verifySignature(JSON.stringify(bundle), statement, {})).rejects.toThrow(
      "no policy names a trust root",
    );
  });
});

test.each([
  ["another name", { ...statement, name: "docx" }],
  ["another version", { ...statement, version: "1.2.1" }],
  ["no version", { name: statement.name, digest: statement.digest }],
  ["another content", { ...statement, digest: `sha256:${"b".repeat(64)}` }],
])("a signature does not count for %s", async (_, of) => {
  expect(await check(bundle, undefined, { of })).toContain("another name, version or content");
});

describe("what is altered is refused", () => {
  const material = (change: (value: TestBundle) => void): TestBundle => {
    const copy = structuredClone(bundle);
    change(copy.verificationMaterial);
    return copy;
  };

  test("log entries removed", async () => {
    const stripped = material((value) => {
      value.tlogEntries = [];
    });
    expect(await check(stripped, undefined)).toMatch(/^signature-invalid: expected 1 timestamps/);
  });

  test("the promise of the log removed, which is the only timestamp", async () => {
    const stripped = material((value) => {
      delete value.tlogEntries[0].inclusionPromise;
    });
    expect(await check(stripped, undefined)).toMatch(/^signature-invalid: expected 1 timestamps/);
  });

  test("the time of the log entry changed", async () => {
    const moved = material((value) => {
      value.tlogEntries[0].integratedTime = String(Number(value.tlogEntries[0].integratedTime) - 1);
    });
    expect(await check(moved, undefined)).toMatch(/^signature-invalid: /);
  });

  test("the log entry or the certificate of another signature", async () => {
    const other = await sigstore.sign({ ...statement, name: "docx" }, { subject, issuer });
    const entry = material((value) => {
      value.tlogEntries = other.verificationMaterial.tlogEntries;
    });
    const certificate = material((value) => {
      value.certificate = other.verificationMaterial.certificate;
    });
    expect(await check(entry, undefined)).toMatch(/^signature-invalid: signature mismatch/);
    expect(await check(certificate, undefined)).toMatch(/^signature-invalid: signature verification failed/);
  });

  test("one log entry twice", async () => {
    const twice = material((value) => {
      value.tlogEntries.push(value.tlogEntries[0]);
    });
    expect(await check(twice, undefined)).toMatch(/^signature-invalid: duplicate timestamp/);
  });

  test("a digest of the statement in front of the signature of another one", async () => {
    const other = await sigstore.sign({ ...statement, name: "docx" }, { subject, issuer });
    other.messageSignature.messageDigest = bundle.messageSignature.messageDigest;
    expect(await check(other, undefined)).toMatch(/^signature-invalid: digest mismatch/);
  });

  test.each(["AAAA", "MIIB", Buffer.alloc(4000, 0x30).toString("base64")])(
    "a certificate of other bytes",
    async (rawBytes) => {
      const garbage = material((value) => {
        value.certificate = { rawBytes };
      });
      expect(await check(garbage, undefined)).toMatch(/^signature-invalid: /);
    },
  );
});

describe("a trust root", () => {
  test("of another Sigstore does not vouch", async () => {
    const { root } = await createTestSigstore();
    expect(await check(bundle, undefined, { root })).toMatch(/^signature-invalid: /);
  });

  test.each(["ctlogs", "certificateAuthorities", "tlogs"])(
    "with %s of another Sigstore does not vouch",
    async (part) => {
      const { root } = await createTestSigstore();
      expect(await check(bundle, undefined, { root: { ...sigstore.root, [part]: root[part] } })).toMatch(
        /^signature-invalid: /,
      );
    },
  );

  test("without a log of certificates does not demand one, and with one does", async () => {
    const unlogged = await createTestSigstore({ isUnlogged: true });
    const signed = await unlogged.sign(statement, { subject, issuer });
    expect(await check(signed, undefined, { root: unlogged.root })).toBe(signer);
    const root = { ...unlogged.root, ctlogs: sigstore.root.ctlogs };
    expect(await check(signed, undefined, { root })).toBe("signature-invalid: expected 1 SCTs, got 0");
  });
});

describe("a timestamp of an authority", () => {
  const stamped = async (signature: string): Promise<TestBundle> => {
    const copy = structuredClone(bundle);
    delete copy.verificationMaterial.tlogEntries[0].inclusionPromise;
    const signedTimestamp = await sigstore.stamp(signature);
    copy.verificationMaterial.timestampVerificationData = { rfc3161Timestamps: [{ signedTimestamp }] };
    return copy;
  };

  test("stands in for the time of a log", async () => {
    expect(await check(await stamped(bundle.messageSignature.signature), undefined)).toBe(signer);
  });

  test("does not stand in for the log itself, if the trust root has one", async () => {
    const unlogged = await stamped(bundle.messageSignature.signature);
    unlogged.verificationMaterial.tlogEntries = [];
    expect(await check(unlogged, undefined)).toBe("signature-invalid: expected 1 tlog entries, got 0");
    expect(await check(unlogged, undefined, { root: { ...sigstore.root, tlogs: [] } })).toBe(signer);
  });

  test("of another signature, or of an authority that is not trusted, is refused", async () => {
    const other = await sigstore.sign(statement, { subject, issuer });
    const moved = await stamped(other.messageSignature.signature);
    const reason = "signature-invalid: timestamp could not be verified";
    expect(await check(moved, undefined)).toBe(reason);
    const root = { ...sigstore.root, timestampAuthorities: [] };
    expect(await check(await stamped(bundle.messageSignature.signature), undefined, { root })).toBe(reason);
  });
});

test("a certificate that had expired when the signature was logged is refused", async () => {
  // The test's authority starts to be valid now.
  const issued = new Date(Date.now() + 60_000);
  const after = (seconds: number) => new Date(issued.getTime() + seconds * 1000);
  const soon = await createTestSigstore({ issued, logged: after(590) });
  const late = await createTestSigstore({ issued, logged: after(610) });
  const early = await createTestSigstore({ issued, logged: after(-10) });
  const by = async ({ root, sign }: TestSigstore) =>
    check(await sign(statement, { subject, issuer }), undefined, { root });
  expect(await by(soon)).toBe(signer);
  expect(await by(late)).toMatch(/^signature-invalid: Failed to verify certificate chain/);
  expect(await by(early)).toMatch(/^signature-invalid: Failed to verify certificate chain/);
});
