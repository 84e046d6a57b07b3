import { expect, test } from "vitest";
import { startGovernedHub } from "../governance/test-governance.ts";

// What a team keeps to itself is not in lists that roles of other teams read, and a tenant does not reach people of another one.

test("lists show roles of a team nothing of other teams: members, teams, tokens, addresses", async () => {
  const { person, call, database } = await startGovernedHub();
  await database.write("red", async (transaction) => {
    for (const name of ["web", "data"])
      await transaction.insertInto("teams").values({ tenant: "red", name, created_at: 0 }).execute();
  });
  const admin = await person("ann", { role: "admin" });
  const lead = await person("lea", { role: "admin", team: "web" });
  await person("dan", { role: "admin", team: "data" });
  for (const team of ["web", "data"]) {
    await call(admin, "POST /api/v1/tokens", { name: `token of ${team}`, role: "reader", team });
    await call(admin, "POST /api/v1/capabilities", { name: `address of ${team}`, team });
  }
  for (const path of ["members", "teams", "tokens", "capabilities"]) {
    const all = JSON.stringify((await call(admin, `GET /api/v1/${path}`)).json);
    expect([path, all.includes("data"), all.includes("web")]).toEqual([path, true, true]);
    const { status, json } = await call(lead, `GET /api/v1/${path}`);
    const own = JSON.stringify(json);
    expect([path, status, own.includes("data"), own.includes("dan"), own.includes("web")]).toEqual([
      ...[path, 200, false, false, true],
    ]);
  }
});

test("usage names no skill that only another team may see", async () => {
  const { person, publish, call, database } = await startGovernedHub();
  const admin = await person("ann", { role: "admin" });
  const lead = await person("lea", { role: "admin", team: "web" });
  const reader = await person("rex", { role: "reader" });
  const other = await person("dan", { role: "reader", team: "data" });
  for (const name of ["secret", "used-secret"]) {
    await publish(lead, { name, version: "1.0.0" });
    expect((await call(lead, `PUT /api/v1/skills/${name}`, { visibility: "team" })).status).toBe(204);
  }
  await publish(admin, { name: "pdf", version: "1.0.0" });
  await database.write("red", async (transaction) => {
    const hour = Math.floor(Date.parse("2026-03-01T00:00:00Z") / 3_600_000);
    const used = { tenant: "red", skill: "used-secret", agent: "a", activations: 1 };
    const none = { refusals: 0, calls: 0, denials: 0, failures: 0, duration_ms: 0 };
    await transaction
      .insertInto("rollups")
      .values({ ...used, hour, ...none })
      .execute();
    await transaction
      .insertInto("daily_rollups")
      .values({ ...used, day: Math.floor(hour / 24), ...none })
      .execute();
  });
  for (const [token, isSeen] of [
    [admin, true],
    [lead, true],
    [reader, false],
    [other, false],
  ] as const) {
    const { json } = await call(token, "GET /api/v1/usage");
    expect(json.unused).toEqual(isSeen ? ["pdf", "secret"] : ["pdf"]);
    expect(json.skills.map(({ skill }: { skill: string }) => skill)).toEqual(isSeen ? ["used-secret"] : []);
    for (const path of ["usage/used-secret", "skills/used-secret/feedback"])
      expect([path, (await call(token, `GET /api/v1/${path}`)).status]).toEqual([path, isSeen ? 200 : 404]);
  }
});

test("a tenant cannot add a person of another tenant by id, nor learn of them", async () => {
  const { person, call } = await startGovernedHub();
  const red = await person("ann", { role: "admin" });
  await person("bob", { role: "reader", tenant: "blue" });
  const body = { roles: [{ role: "reader" }] };
  for (const id of ["bob", "nobody"]) {
    expect((await call(red, `PUT /api/v1/members/${id}`, body)).status).toBe(404);
    expect((await call(red, `DELETE /api/v1/members/${id}`)).status).toBe(404);
  }
  expect(JSON.stringify((await call(red, "GET /api/v1/members")).json)).not.toContain("bob");
});

test("a role in another tenant does not change the tenant of a person's requests", async () => {
  const { hub, person, call, database } = await startGovernedHub({ tenants: ["alpha", "red", "zoo"] });
  const root = await person("root", { role: "admin", tenant: "enterprise" });
  await person("bob", { role: "reader", tenant: "red" });
  const linked = await call(root, "POST /api/v1/people/bob/link");
  const opened = await fetch(new URL(linked.json.link, hub.url), {
    ...{ method: "POST", redirect: "manual", body: new URLSearchParams() },
    headers: { origin: new URL(hub.url).origin },
  });
  // The session acts for the person, without the tenant of a token.
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  const tenantOf = async (): Promise<string> => {
    const answer = await hub.send("GET", "/api/v1/me", { headers: { cookie } });
    return ((await answer.json()) as { tenant: string }).tenant;
  };
  const body = { roles: [{ role: "reader" }] };
  expect(await tenantOf()).toBe("red");
  for (const tenant of ["alpha", "zoo"])
    expect((await call(root, `PUT /api/v1/members/bob?tenant=${tenant}`, body)).status).toBe(200);
  expect(await tenantOf()).toBe("red");
  // Without a role there, the first of the others counts.
  expect((await call(root, "DELETE /api/v1/members/bob?tenant=red")).status).toBe(204);
  expect(await tenantOf()).toBe("alpha");
  expect(await database.read.selectFrom("people").select("home").where("id", "=", "bob").execute()).toEqual([
    { home: "red" },
  ]);
});
