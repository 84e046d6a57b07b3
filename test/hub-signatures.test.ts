import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestTree } from "@skillwright/packaging";
import { expect, onTestFinished, test } from "vitest";
import { startTestRegistry, testTree } from "../packages/hub/src/registry/test-registry.ts";
import { createTestSigstore } from "../packages/packaging/src/sign/test-sigstore.ts";

const statement = { name: "pdf", version: "1.0.0", digest: digestTree(testTree()) };
const identity = { subject: "builder@example.com", issuer: "https://issuer.example.com" };

function writeRoot(root: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-root-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "trusted_root.json"), JSON.stringify(root));
  return join(folder, "trusted_root.json");
}

test("a hub names an identity as the signer only if its trust root verifies the signature", async () => {
  const sigstore = await createTestSigstore();
  const signature = JSON.stringify(await sigstore.sign(statement, identity));
  const trusting = await startTestRegistry({ trustRoot: writeRoot(sigstore.root) });
  expect((await trusting.publish({ signature })).status).toBe(201);
  expect(await trusting.read("/api/v1/skills/pdf", trusting.token)).toMatchObject({
    versions: [{ signer: "builder@example.com (https://issuer.example.com)" }],
  });

  const unaware = await startTestRegistry();
  expect((await unaware.publish({ signature })).status).toBe(201);
  const { versions } = (await unaware.read("/api/v1/skills/pdf", unaware.token)) as { versions: object[] };
  // The signature is kept for clients that have a trust root of their own.
  expect(versions).toEqual([expect.objectContaining({ signature: expect.anything() })]);
  expect(versions).toEqual([expect.not.objectContaining({ signer: expect.anything() })]);

  const other = await createTestSigstore();
  const distrusting = await startTestRegistry({ trustRoot: writeRoot(other.root) });
  expect((await distrusting.publish({ signature })).status).toBe(422);
});
