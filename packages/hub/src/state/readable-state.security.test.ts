import { createHash } from "node:crypto";
import { signedStateSchema, stateDocumentSchema } from "@skillwright/core/registry";
import { expect, test } from "vitest";
import type { HubTransaction } from "../database/database.ts";
import { startGovernedHub } from "../governance/test-governance.ts";
import { hubLimits } from "../limits.ts";

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

test("no deployment makes the document longer than agents read", async () => {
  const { admin, publisher, publish, call, database, readState } = await start();
  await publish(publisher, { name: "pdf", version: "1.0.0" });
  await call(admin, "POST /api/v1/deployments", { name: "pdf", environment: "e0" });
  await database.write("red", async (transaction) => {
    const row = await transaction.selectFrom("deployments").selectAll().executeTakeFirstOrThrow();
    const copies = Array.from({ length: hubLimits.deployments - 1 }, (_, index) => ({
      ...{ ...row, id: `d${index}`, environment: `e${index + 1}` },
    }));
    for (let at = 0; at < copies.length; at += 500)
      await transaction
        .insertInto("deployments")
        .values(copies.slice(at, at + 500))
        .execute();
  });
  const one = await call(admin, "POST /api/v1/deployments", { name: "pdf", environment: "more" });
  expect(one).toMatchObject({
    status: 409,
    json: { error: { message: expect.stringContaining("the most") } },
  });
  // Replacing one of them is no further one.
  expect((await call(admin, "POST /api/v1/deployments", { name: "pdf", environment: "e0" })).status).toBe(
    201,
  );
  expect((await readState()).deployments).toHaveLength(hubLimits.deployments);
});

test("a document that agents could not read is not signed, and the change that leads to it is refused", async () => {
  const { admin, publisher, publish, call, database, readState } = await start();
  await publish(publisher, { name: "pdf", version: "1.0.0" });
  const before = await readState();
  await database.write("red", (transaction) =>
    transaction
      .updateTable("versions")
      .set({ publisher: "p".repeat(300) })
      .execute(),
  );
  const deployed = await call(admin, "POST /api/v1/deployments", { name: "pdf" });
  expect(deployed).toMatchObject({
    ...{ status: 409, json: { error: { message: expect.stringContaining("deployments.0.publisher") } } },
  });
  expect(await readState()).toEqual(before);
  expect((await call(admin, "GET /api/v1/deployments")).json.deployments).toEqual([]);
});

test("a revoked publisher is revoked by content in every tenant, also for what was public before", async () => {
  const governed = await startGovernedHub();
  const { service, person, publish, call } = governed;
  const root = await person("root", { role: "admin", tenant: "enterprise" });
  const blue = await person("eve", { role: "admin", tenant: "blue" });
  const red = await service("admin");
  const digestsFor = async (token: string) => {
    const { document } = signedStateSchema.parse((await call(token, "GET /api/v1/state")).json);
    const { revocations } = stateDocumentSchema.parse(JSON.parse(document));
    return revocations.flatMap(({ kind, value }) => (kind === "digest" ? [value] : []));
  };
  const digestOf = async (name: string): Promise<string> =>
    (await call(blue, `GET /api/v1/skills/${name}/versions/1.0.0`)).json.digest;
  for (const name of ["open", "closed", "own"]) await publish(blue, { name, version: "1.0.0" });
  for (const name of ["open", "closed"])
    await call(blue, `PUT /api/v1/skills/${name}`, { visibility: "public" });
  await call(blue, "PUT /api/v1/skills/closed", { visibility: "tenant" });
  const [open, closed, own] = [await digestOf("open"), await digestOf("closed"), await digestOf("own")];
  const target = { kind: "publisher", value: "person:eve" };
  // A tenant learns nothing of what another one keeps to itself.
  const below = await call(red, "POST /api/v1/revocations", target);
  expect([below.status, await digestsFor(red)]).toEqual([201, [open]]);
  await call(red, `POST /api/v1/revocations/${below.json.id}/lift`);
  expect(await digestsFor(red)).toEqual([]);
  expect((await call(root, "POST /api/v1/revocations", target)).status).toBe(201);
  expect((await digestsFor(red)).toSorted()).toEqual([open, closed, own].toSorted());
});
