import { expect, test } from "vitest";
import { applyPolicy, startGovernedHub } from "./test-governance.ts";

const files = { "scripts/run.sh": "#!/bin/sh\n" };
const skill = { name: "pdf", version: "1.0.0", files };

async function start(policy: object = { skills: { requireApprovalFor: ["scripts"] } }) {
  const governed = await startGovernedHub();
  const admin = await governed.person("ann", { role: "admin" });
  await applyPolicy(governed, admin, policy);
  const reviewer = await governed.person("rex", { role: "reviewer" });
  const queue = async (token = reviewer) =>
    (await governed.call(token, "GET /api/v1/approvals")).json.approvals;
  const decide = async (token: string, { id, digest }: { id: string; digest: string }, tenant = "red") =>
    governed.call(token, `POST /api/v1/approvals/${id}/decision?tenant=${tenant}`, {
      ...{ decision: "approved", digest },
    });
  return { ...governed, admin, reviewer, queue, decide };
}

test("whoever publishes cannot approve: not as an administrator, not with a token they made", async () => {
  const { publish, person, service, queue, decide, reviewer } = await start();
  const both = await person("bo", { role: "admin" });
  await publish(both, skill);
  const [request] = await queue();
  expect(await decide(both, request)).toMatchObject({
    status: 403,
    json: { error: { message: expect.stringContaining("cannot approve it") } },
  });
  const helper = await service("reviewer", { createdBy: "person:bo" });
  expect((await decide(helper, request)).status).toBe(403);
  // The other way round: published by the token, approved by its maker.
  const robot = await service("publisher", { createdBy: "person:bo" });
  await publish(robot, { ...skill, name: "doc" });
  const [, second] = await queue();
  expect((await decide(both, second)).status).toBe(403);
  expect((await decide(reviewer, second)).status).toBe(200);
});

test("two tokens of one person are one person; two tokens that an administrator gave out are two", async () => {
  const { publish, person, service, queue, decide } = await start();
  await person("bo", { role: "publisher" }, { role: "reviewer" });
  const [published, approving] = [
    await service("publisher", { createdBy: "person:bo" }),
    await service("reviewer", { createdBy: "person:bo" }),
  ];
  await publish(published, skill);
  const [request] = await queue();
  expect((await decide(approving, request)).status).toBe(403);
  const given = await service("reviewer", { createdBy: "person:ann" });
  const publisher = await service("publisher", { createdBy: "person:ann" });
  await publish(publisher, { ...skill, name: "doc" });
  const [, second] = await queue();
  expect((await decide(given, second)).status).toBe(200);
});

test("an administrator elsewhere does not approve their own work with two tokens", async () => {
  const { publish, person, service, queue, decide } = await start();
  await person("bo", { role: "publisher" }, { role: "reviewer" }, { role: "admin", tenant: "blue" });
  await publish(await service("publisher", { createdBy: "person:bo" }), skill);
  const [request] = await queue();
  expect((await decide(await service("reviewer", { createdBy: "person:bo" }), request)).status).toBe(403);
});

test("whoever asks cannot approve", async () => {
  const { publish, call, person, queue, decide, reviewer, admin } = await start();
  const publisher = await person("pat", { role: "publisher" });
  await publish(publisher, skill);
  const [first] = await queue();
  await call(publisher, `POST /api/v1/approvals/${first.id}/withdrawal`);
  await call(admin, "POST /api/v1/skills/pdf/versions/1.0.0/approvals", { reason: "now" });
  const [request] = await queue();
  expect((await decide(admin, request)).status).toBe(403);
  expect((await decide(reviewer, request)).status).toBe(200);
});

test("a policy may turn four eyes off, unless the enterprise's keeps them on", async () => {
  const { publish, person, queue, decide, admin, call, service } = await start({
    skills: { requireApprovalFor: ["scripts"], fourEyes: false },
  });
  await publish(admin, skill);
  const [request] = await queue();
  const root = await service("admin", { tenant: "enterprise" });
  await applyPolicy({ call }, root, { skills: { fourEyes: true } });
  expect((await decide(admin, request)).status).toBe(403);
  await applyPolicy({ call }, root, {});
  expect((await decide(admin, request)).status).toBe(200);
  expect(await person("nia", { role: "reader" })).toMatch(/^skw_/);
});

test("a reviewer of another tenant, or of another team, neither sees nor decides a request", async () => {
  const { publish, person, queue, decide, call, database } = await start();
  const publisher = await person("pat", { role: "publisher", team: "docs" });
  await publish(publisher, skill);
  const [request] = await queue();
  const foreign = await person("fay", { role: "reviewer", tenant: "blue" });
  expect((await decide(foreign, request)).status).toBe(403);
  // In her own tenant the request does not exist.
  expect((await decide(foreign, request, "blue")).status).toBe(404);
  expect((await call(foreign, `GET /api/v1/approvals/${request.id}?tenant=blue`)).status).toBe(404);
  const other = await person("oli", { role: "reviewer", team: "web" });
  expect((await decide(other, request)).status).toBe(403);
  const own = await person("uma", { role: "reviewer", team: "docs" });
  expect((await decide(own, request)).status).toBe(200);
  const rows = await database.read.selectFrom("approvals").select("decided_by").execute();
  expect(rows).toEqual([{ decided_by: "person:uma" }]);
});

test("a decision is for the content that was seen, and is used once", async () => {
  const { publish, person, queue, decide, call, reviewer } = await start();
  const publisher = await person("pat", { role: "publisher" });
  await publish(publisher, skill);
  const [request] = await queue();
  const other = { ...request, digest: `sha256:${"0".repeat(64)}` };
  expect((await decide(reviewer, other)).status).toBe(409);
  await call(publisher, `POST /api/v1/approvals/${request.id}/withdrawal`);
  // The recorded decision, sent again after the request was withdrawn, and after a new one was made.
  expect((await decide(reviewer, request)).status).toBe(409);
  await call(publisher, "POST /api/v1/skills/pdf/versions/1.0.0/approvals");
  expect((await decide(reviewer, request)).status).toBe(409);
  expect((await call(publisher, "GET /api/v1/skills/pdf")).json.versions).toEqual([]);
  const [again] = await queue();
  expect((await decide(reviewer, again)).status).toBe(200);
  expect((await decide(reviewer, again)).status).toBe(409);
});

test("bytes that change behind the hub's back are not approved, and an approval of other bytes covers nothing", async () => {
  const { publish, person, queue, decide, reviewer, database, call, admin } = await start();
  const publisher = await person("pat", { role: "publisher" });
  await publish(publisher, skill);
  const [request] = await queue();
  const changed = { digest: `sha256:${"1".repeat(64)}` };
  const change = (row: object) =>
    database.write("red", (transaction) => transaction.updateTable("versions").set(row).execute());
  await change(changed);
  expect((await decide(reviewer, request)).status).toBe(409);
  await change({ digest: request.digest });
  expect((await decide(reviewer, request)).status).toBe(200);
  await change(changed);
  // Every evaluation looks at the digest again.
  await call(admin, "POST /api/v1/policies/1/activate");
  const row = await database.read.selectFrom("versions").select("state").executeTakeFirstOrThrow();
  expect(row.state).toBe("pending");
});

test.each([
  "<script>alert(1)</script>",
  "'); drop table approvals; --",
  "\u0000\u202e$(id)`id`",
  "x".repeat(1000),
])("a comment %j is text and nothing else", async (comment) => {
  const { publish, person, queue, call, reviewer } = await start();
  const publisher = await person("pat", { role: "publisher" });
  await publish(publisher, skill);
  const [request] = await queue();
  const body = { decision: "approved", digest: request.digest, comment };
  const { status, json } = await call(reviewer, `POST /api/v1/approvals/${request.id}/decision`, body);
  // PostgreSQL cannot store a zero character; SQLite can.
  expect([status, json.comment]).toEqual([200, comment]);
  const { json: listed } = await call(reviewer, "GET /api/v1/approvals?state=approved");
  expect(listed.approvals[0].comment).toBe(comment);
  expect(
    (
      await call(reviewer, `POST /api/v1/approvals/${request.id}/decision`, {
        ...body,
        comment: "x".repeat(1001),
      })
    ).status,
  ).toBe(400);
});

test("what only a team may see is reviewed by its team: others find no request, read nothing and take nothing back", async () => {
  const { publish, person, call, database, admin, reviewer, queue } = await start();
  const publisher = await person("pat", { role: "publisher", team: "docs" });
  await publish(publisher, skill);
  await database.write("red", (transaction) =>
    transaction.updateTable("skills").set({ visibility: "team" }).where("name", "=", "pdf").execute(),
  );
  const [request] = await queue();
  const strangers = [
    await person("wes", { role: "publisher" }),
    await person("oli", { role: "reviewer", team: "web" }),
    await person("lea", { role: "admin", team: "web" }),
  ];
  for (const stranger of strangers) {
    expect(await queue(stranger)).toEqual([]);
    expect((await call(stranger, `GET /api/v1/approvals/${request.id}`)).status).toBe(404);
    expect((await call(stranger, `POST /api/v1/approvals/${request.id}/withdrawal`)).status).toBe(403);
  }
  for (const token of [publisher, reviewer, admin]) {
    expect(await queue(token)).toHaveLength(1);
    expect((await call(token, `GET /api/v1/approvals/${request.id}`)).status).toBe(200);
  }
});
