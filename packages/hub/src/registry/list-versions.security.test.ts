import { skillVersionsSchema } from "@skillwright/core/registry";
import { expect, test } from "vitest";
import { applyPolicy, startGovernedHub } from "../governance/test-governance.ts";

const place = "GET /api/v1/skills/pdf/versions";

async function startWithVersions() {
  const governed = await startGovernedHub();
  const { person, publish, call } = governed;
  const ada = await person("ada", { role: "admin" });
  const bob = await person("bob", { role: "publisher" });
  const ann = await person("ann", { role: "reader" });
  const fields = "allowed-tools: Read\n";
  await publish(bob, { name: "pdf", version: "1.0.0", fields });
  await publish(bob, { name: "pdf", version: "1.1.0", fields, body: "# Other\n" });
  await applyPolicy(governed, ada, { skills: { requireApprovalFor: ["network-tools"] } });
  await publish(bob, { name: "pdf", version: "1.2.0", fields: "allowed-tools: WebFetch\n" });
  const list = async (token: string, query = "") => {
    const { status, json } = await call(token, `${place}${query}`);
    return status === 200 ? skillVersionsSchema.parse(json) : status;
  };
  return { ...governed, ada, bob, ann, list };
}

test("a reader sees what is offered; a publisher also what waits for approval", async () => {
  const { ann, bob, list } = await startWithVersions();
  expect(await list(ann)).toMatchObject({
    ...{ name: "pdf", tenant: "red", total: 2, next: null, tags: { latest: "1.1.0" } },
    versions: [{ version: "1.1.0", publisher: "person:bob", publisherName: "bob" }, { version: "1.0.0" }],
  });
  const all = await list(bob);
  expect(all).toMatchObject({ total: 3, tags: { latest: "1.1.0" } });
  expect(all).toMatchObject({ versions: [{ version: "1.2.0", state: "pending" }, {}, {}] });
});

test("a revoked version is listed with its reason for reviewers only, and is never the latest", async () => {
  const { call, ada, ann, list } = await startWithVersions();
  const message = "It deletes files.";
  await call(ada, "POST /api/v1/revocations", { kind: "version", value: "pdf@1.1.0", message });
  expect(await list(ann)).toMatchObject({ total: 1, versions: [{ version: "1.0.0" }] });
  const seen = await list(ada);
  expect(seen).toMatchObject({ tags: { latest: "1.0.0" } });
  expect(JSON.stringify(seen)).toContain(message);
  const details = await call(ada, "GET /api/v1/skills/pdf/versions/1.1.0");
  expect(details.json).toMatchObject({ revoked: message, publisherName: "bob" });
});

test("permissions are those for this skill, not for the tenant", async () => {
  const { ann, bob, database, list, person } = await startWithVersions();
  expect(await list(bob)).toMatchObject({ permissions: expect.arrayContaining(["skills:publish"]) });
  expect(JSON.stringify(await list(ann))).not.toContain("skills:publish");
  await database.write("red", async (transaction) => {
    await transaction.insertInto("teams").values({ tenant: "red", name: "paint", created_at: 0 }).execute();
  });
  const paula = await person("paula", { role: "publisher", team: "paint" });
  expect(JSON.stringify(await list(paula))).not.toContain("skills:publish");
});

test("another tenant and a stranger see nothing of it; strangers learn no names of a public skill", async () => {
  const { call, ada, list, person, hub } = await startWithVersions();
  const rita = await person("rita", { role: "reader", tenant: "blue" });
  expect(await list(rita)).toBe(404);
  expect((await hub.send("GET", "/api/v1/skills/pdf/versions?tenant=red", {})).status).toBe(404);
  await call(ada, "PUT /api/v1/skills/pdf", { visibility: "public" });
  const answer = await hub.send("GET", "/api/v1/skills/pdf/versions?tenant=red", {});
  const json: unknown = await answer.json();
  expect(json).toMatchObject({ total: 2, permissions: [] });
  expect(JSON.stringify(json)).not.toContain("publisherName");
});

test("pages follow each other, and a cursor that is none is refused", async () => {
  const { ann, list, database } = await startWithVersions();
  await database.write("red", async (transaction) => {
    const row = await transaction
      .selectFrom("versions")
      .selectAll()
      .where("version", "=", "1.0.0")
      .executeTakeFirstOrThrow();
    for (let number = 1; number <= 220; number++)
      await transaction
        .insertInto("versions")
        .values({ ...row, version: `0.0.${number}`, published_at: number })
        .execute();
  });
  expect(await list(ann)).toMatchObject({ total: 222, next: "200" });
  expect(await list(ann, "?cursor=200")).toMatchObject({ total: 222, next: null });
  expect(await list(ann, "?cursor=-1")).toBe(400);
});
