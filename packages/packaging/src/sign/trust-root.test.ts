import { beforeAll, expect, test } from "vitest";
import { packagingLimits } from "../limits.ts";
import { createTestSigstore, type TestBundle } from "./test-sigstore.ts";
import { readTrustRoot } from "./trust-root.ts";

let root: TestBundle;
beforeAll(async () => {
  ({ root } = await createTestSigstore());
});

test("a trusted_root.json is read in both versions, and members that nothing needs are ignored", () => {
  const text = JSON.stringify({
    ...root,
    mediaType: "application/vnd.dev.sigstore.trustedroot.v0.2+json",
    rekorTlogUrls: [],
  });
  const read = readTrustRoot(text, "root.json");
  expect(Object.keys(read)).toEqual([
    "mediaType",
    "tlogs",
    "certificateAuthorities",
    "ctlogs",
    "timestampAuthorities",
  ]);
  expect(read.tlogs[0]?.publicKey).toMatchObject({
    keyDetails: 5,
    validFor: { start: new Date("2000-01-01T00:00:00Z") },
  });
});

test.each<[string, (root: TestBundle) => string, string]>([
  ["a text that is not JSON", () => "{", "not valid JSON"],
  [
    "a member that is written twice",
    (one) => JSON.stringify(one).replace("{", '{"tlogs":[],'),
    '"tlogs" is written twice',
  ],
  ["another format", (one) => JSON.stringify({ ...one, mediaType: "application/json" }), "mediaType"],
  ["no authority", (one) => JSON.stringify({ ...one, certificateAuthorities: [] }), "certificateAuthorities"],
  [
    "no time",
    (one) => JSON.stringify({ ...one, tlogs: [], timestampAuthorities: [] }),
    "a transparency log or a timestamp authority",
  ],
  ["a key that is none", (one) => withLog(one, { rawBytes: "AAAA" }), "expected a public key"],
  [
    "a kind of key that logs do not have",
    (one) => withLog(one, { keyDetails: "PKCS1_RSA_PKCS1V5" }),
    "keyDetails",
  ],
  ["a time that is none", (one) => withLog(one, { validFor: { start: "yesterday" } }), "start"],
  ["a key without a time", (one) => withLog(one, { validFor: undefined }), "validFor"],
  [
    "a certificate that is none",
    (one) => JSON.stringify(one).replace(/("certificates":\[{"rawBytes":")[^"]+/, "$1AAAA"),
    "expected a certificate",
  ],
  ["too many logs", (one) => JSON.stringify({ ...one, tlogs: Array(33).fill(one.tlogs[0]) }), "tlogs"],
  [
    "a text without end",
    (one) => JSON.stringify(one) + " ".repeat(packagingLimits.trustRootCharacters),
    "characters",
  ],
])("%s is refused", (_, alter, reason) => {
  expect(() => readTrustRoot(alter(root), "root.json")).toThrow(
    expect.objectContaining({
      code: "config-invalid",
      details: { path: "root.json", reason: expect.stringContaining(reason) },
    }),
  );
});

function withLog(one: TestBundle, publicKey: object): string {
  const [log] = one.tlogs;
  return JSON.stringify({ ...one, tlogs: [{ ...log, publicKey: { ...log.publicKey, ...publicKey } }] });
}
