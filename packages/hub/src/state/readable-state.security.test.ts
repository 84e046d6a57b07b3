import { createHash } from "node:crypto";
import { signedStateSchema, stateDocumentSchema } from "@skillwright/core/registry";
import { expect, test } from "vitest";
import type { HubTransaction } from "../database/database.ts";
import { startGovernedHub } from "../governance/test-governance.ts";

// Agents refuse a document that they cannot read, and with it every later revocation. No publisher may bring that about.

async function start() {
  const governed = await startGovernedHub();
  const { service, call } = governed;
  const [admin, publisher, agent] = [
    await service("admin"),
    await service("publisher"),
    await service("agent"),
  ];
  const readState = async () => {
    const { document } = signedStateSchema.parse((await call(agent, "GET /api/v1/state")).json);
    return stateDocumentSchema.parse(JSON.parse(document));
  };
  return { ...governed, admin, publisher, readState };
}

test("a publisher of very many versions can be revoked", async () => {
  const { admin, publisher, publish, call, database, readState } = await start();
  await publish(publisher, { name: "pdf", version: "1.0.0" });
  const { publisher: id } = (await call(admin, "GET /api/v1/skills/pdf/versions/1.0.0")).json;
  await database.write("red", (transaction) => addVersions(transaction, 10_500));
  await call(admin, "POST /api/v1/revocations", { kind: "publisher", value: id });
  await call(admin, "POST /api/v1/revocations", { kind: "name", value: "other" });
  const { revocations } = await readState();
  expect(revocations).toMatchObject([
    { kind: "publisher", value: id },
    { kind: "name", value: "other" },
    { kind: "name", value: "pdf" },
  ]);
});

/** Copies of the published version with other numbers and contents. */
async function addVersions(transaction: HubTransaction, count: number): Promise<void> {
  const row = await transaction.selectFrom("versions").selectAll().executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, (_, patch) => ({
    ...row,
    ...{ version: `2.0.${patch}`, digest: `sha256:${patch.toString(16).padStart(64, "0")}` },
  }));
  for (let at = 0; at < rows.length; at += 500)
    await transaction
      .insertInto("versions")
      .values(rows.slice(at, at + 500))
      .execute();
}

test("a version whose number is too long for agents is not published", async () => {
  const { admin, publisher, call, readState } = await start();
  const bytes = Buffer.from("---\nname: pdf\ndescription: Reads PDF files.\n---\n# Use\n");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await call(publisher, `POST /clawhub/uploads/${sha256}`, bytes);
  const published = await call(publisher, "POST /clawhub/api/v1/skills", {
    ...{ slug: "pdf", version: `1.0.0-${"a".repeat(230)}` },
    files: [{ path: "SKILL.md", size: bytes.length, sha256 }],
  });
  expect(published).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining("is not a version") } },
  });
  await call(admin, "POST /api/v1/deployments", { name: "pdf" });
  expect((await readState()).deployments).toEqual([]);
});
