import { expect, test } from "vitest";
import { startTestHub, type TestHub, temporaryFolder } from "../test-hub.ts";
import { mayGive, type Principal, permissionsOf, roles } from "./permissions.ts";

type Json = Record<string, unknown>;

/** Sends with a token, and returns the status with the parsed answer. */
function as(hub: TestHub, token: string) {
  return async (method: string, path: string, body?: unknown): Promise<[number, Json]> => {
    const answer = await hub.send(method, path, { token, body });
    const text = await answer.text();
    return [answer.status, text === "" ? {} : (JSON.parse(text) as Json)];
  };
}

/** A token with a role in a tenant; in the enterprise if none is named. */
async function createAs(
  hub: TestHub,
  creator: string,
  { tenant = "enterprise", ...body }: Json,
): Promise<string> {
  const [status, answer] = await as(hub, creator)("POST", `/api/v1/tokens?tenant=${tenant}`, {
    name: "t",
    ...body,
  });
  expect([status, answer]).toEqual([201, expect.objectContaining({ token: expect.any(String) })]);
  return String(answer.token);
}

test("a token is shown once, and no list has its secret", async () => {
  const hub = await startTestHub();
  const token = await createAs(hub, hub.token, { role: "publisher" });
  const secret = token.split("_")[2] ?? "";
  for (const path of ["/api/v1/tokens", "/api/v1/me/tokens"]) {
    const [status, list] = await as(hub, hub.token)("GET", path);
    expect(status).toBe(200);
    expect(JSON.stringify(list)).toContain(token.split("_")[1]);
    expect(JSON.stringify(list)).not.toContain(secret);
    expect(JSON.stringify(list)).not.toMatch(/[0-9a-f]{64}/);
  }
});

test("a token ends when it expires, and at once when it is revoked", async () => {
  let now = Date.now();
  const hub = await startTestHub({}, temporaryFolder(), () => now);
  const short = await createAs(hub, hub.token, { expiresInDays: 1 });
  const long = await createAs(hub, hub.token, { expiresInDays: 2 });
  now += 86_400_000 - 1;
  expect((await as(hub, short)("GET", "/api/v1/me"))[0]).toBe(200);
  now += 1;
  expect((await as(hub, short)("GET", "/api/v1/me"))[0]).toBe(401);
  expect((await as(hub, long)("DELETE", `/api/v1/tokens/${long.split("_")[1]}`))[0]).toBe(204);
  expect((await as(hub, long)("GET", "/api/v1/me"))[0]).toBe(401);
});

test("a token outlives neither the one that made it nor its tenant's borders, and manages no others without that scope", async () => {
  const hub = await startTestHub();
  const root = as(hub, hub.token);
  await root("POST", "/api/v1/tenants", { id: "red", name: "Red" });
  const [, short] = await root("POST", "/api/v1/me/tokens", {
    ...{ name: "short", scopes: ["skills:read"], expiresInDays: 1 },
  });
  const limited = as(hub, String(short.token));
  const [status, child] = await limited("POST", "/api/v1/me/tokens", { name: "child", expiresInDays: 3000 });
  expect([status, child.expiresAt]).toEqual([201, short.expiresAt]);
  expect((await limited("DELETE", `/api/v1/tokens/${child.id}`))[0]).toBe(404);
  expect((await limited("DELETE", `/api/v1/tokens/${short.id}`))[0]).toBe(204);
  const red = await createAs(hub, hub.token, { tenant: "red", role: "admin" });
  expect((await as(hub, red)("POST", "/api/v1/me/tokens?tenant=enterprise", { name: "x" }))[0]).toBe(400);
});

test("a token cannot have more than its creator", async () => {
  const hub = await startTestHub();
  const root = as(hub, hub.token);
  await root("POST", "/api/v1/tenants", { id: "red", name: "Red" });
  await root("PUT", "/api/v1/teams/web?tenant=red");
  const publisher = await createAs(hub, hub.token, { role: "publisher", tenant: "red" });
  const ofTeam = await createAs(hub, hub.token, { role: "publisher", team: "web", tenant: "red" });
  const scoped = await createAs(hub, hub.token, {
    role: "admin",
    scopes: ["tokens:write", "skills:read"],
    tenant: "red",
  });
  const above = await createAs(hub, hub.token, { role: "publisher" });
  const refused: readonly (readonly [string, Json, string])[] = [
    [publisher, { role: "admin" }, "?tenant=red"],
    [publisher, { role: "reviewer" }, "?tenant=red"],
    [publisher, { role: "reader" }, "?tenant=enterprise"],
    [ofTeam, { role: "publisher" }, "?tenant=red"],
    [ofTeam, { role: "publisher", team: "other" }, "?tenant=red"],
    [scoped, { role: "reader" }, "?tenant=red"],
    [scoped, { role: "admin" }, "?tenant=red"],
    // A reviewer of the enterprise would read every tenant, which its publisher does not.
    [above, { role: "reviewer", scopes: ["skills:read"] }, "?tenant=enterprise"],
  ];
  for (const [creator, body, query] of refused) {
    const [status] = await as(hub, creator)("POST", `/api/v1/tokens${query}`, { name: "t", ...body });
    expect([body, query, status]).toEqual([body, query, 403]);
  }
  await createAs(hub, publisher, { role: "publisher", tenant: "red" });
  await createAs(hub, publisher, { role: "agent", tenant: "red" });
  await createAs(hub, ofTeam, { role: "publisher", team: "web", tenant: "red" });
  await createAs(hub, scoped, { role: "reader", scopes: ["skills:read"], tenant: "red" });
});

test("a personal token cannot have scopes that the creating one lacks, and has its scopes if it names none", async () => {
  const hub = await startTestHub();
  const [, first] = await as(hub, hub.token)("POST", "/api/v1/me/tokens", {
    name: "a",
    scopes: ["skills:read"],
  });
  const scoped = as(hub, String(first.token));
  const wanted = { name: "b", scopes: ["skills:read", "members:write"] };
  expect((await scoped("POST", "/api/v1/me/tokens", wanted))[0]).toBe(403);
  const [, second] = await scoped("POST", "/api/v1/me/tokens", { name: "b" });
  expect((await as(hub, String(second.token))("GET", "/api/v1/me"))[1]).toMatchObject({
    permissions: ["skills:read"],
  });
});

test("giving a role never widens what the giver may do, for every pair of roles", () => {
  const tenants = ["enterprise", "red", "blue"];
  for (const own of roles)
    for (const tenant of tenants)
      for (const role of roles)
        for (const target of tenants) {
          const principal: Principal = {
            ...{ id: "p", tenant, grants: [{ tenant, team: "", role: own }], isBrowser: false },
          };
          if (!mayGive(principal, { tenant: target, team: "", role })) continue;
          const missing = permissionsOf[role].filter((one) => !permissionsOf[own].includes(one));
          expect([own, tenant, role, target, missing]).toEqual([own, tenant, role, target, []]);
          expect(tenant === target || tenant === "enterprise").toBe(true);
        }
});

test("a person is invited by a link, gets roles, loses them, and is disabled with all tokens", async () => {
  const hub = await startTestHub();
  const root = as(hub, hub.token);
  const roles = [{ team: "", role: "publisher" }];
  const [status, invited] = await root("POST", "/api/v1/members", {
    name: "Ada",
    email: "ada@example.org",
    roles,
  });
  expect([status, invited]).toEqual([
    201,
    expect.objectContaining({ link: expect.stringMatching(/^\/sign-in/) }),
  ]);
  const person = String(invited.person);
  expect((await root("GET", "/api/v1/members"))[1]).toMatchObject({
    members: expect.arrayContaining([
      expect.objectContaining({
        person,
        name: "Ada",
        email: "ada@example.org",
        role: "publisher",
        isFromGroups: false,
      }),
    ]),
  });
  expect((await root("PUT", `/api/v1/members/${person}`, { roles: [{ role: "reader" }] }))[0]).toBe(200);
  expect(
    (await root("PUT", `/api/v1/members/${person}`, { roles: [{ role: "reader", team: "none" }] }))[0],
  ).toBe(400);
  expect((await root("PUT", `/api/v1/people/${person}`, { isDisabled: true }))[0]).toBe(200);
  expect((await hub.send("GET", String(invited.link))).status).toBe(400);
  expect((await root("DELETE", `/api/v1/members/${person}`))[0]).toBe(204);
  expect((await root("GET", "/api/v1/members"))[1]).toMatchObject({ members: [{ name: "Administrator" }] });
});

test("the last administrator cannot go, and can once there is another", async () => {
  const hub = await startTestHub();
  const root = as(hub, hub.token);
  const [, { person }] = await root("GET", "/api/v1/me");
  const { id } = person as { id: string };
  for (const attempt of [
    () => root("DELETE", `/api/v1/members/${id}`),
    () => root("PUT", `/api/v1/members/${id}`, { roles: [{ role: "reader" }] }),
    () => root("PUT", `/api/v1/people/${id}`, { isDisabled: true }),
  ])
    expect((await attempt())[0]).toBe(409);
  expect((await root("GET", "/api/v1/me"))[1]).toMatchObject({ grants: [{ role: "admin" }] });
  await root("POST", "/api/v1/members", { name: "Second", roles: [{ role: "admin" }] });
  expect((await root("DELETE", `/api/v1/members/${id}`))[0]).toBe(204);
  expect((await root("GET", "/api/v1/me"))[1]).toMatchObject({ grants: [], permissions: [] });
});

test("an administrator of one team manages that team and nothing else", async () => {
  const hub = await startTestHub();
  const root = as(hub, hub.token);
  await root("PUT", "/api/v1/teams/web");
  await root("PUT", "/api/v1/teams/data");
  const lead = as(hub, await createAs(hub, hub.token, { role: "admin", team: "web" }));
  const invite = (team: string) =>
    lead("POST", "/api/v1/members", { name: "Bo", roles: [{ team, role: "publisher" }] });
  expect((await invite("web"))[0]).toBe(201);
  expect((await invite("data"))[0]).toBe(403);
  expect((await invite(""))[0]).toBe(403);
  expect((await lead("PUT", "/api/v1/teams/more"))[0]).toBe(403);
  expect((await lead("PUT", "/api/v1/tenant", { name: "X", publishersCreateSkills: false }))[0]).toBe(403);
  const [, { members }] = await root("GET", "/api/v1/members");
  const admin = (members as { person: string; name: string }[]).find(({ name }) => name === "Administrator");
  expect((await lead("DELETE", `/api/v1/members/${admin?.person}`))[0]).toBe(403);
});

test("an administrator of a tenant cannot sign in as a person of the enterprise", async () => {
  const hub = await startTestHub();
  const root = as(hub, hub.token);
  await root("POST", "/api/v1/tenants", { id: "red", name: "Red" });
  const red = as(hub, await createAs(hub, hub.token, { role: "admin", tenant: "red" }));
  const [, me] = await root("GET", "/api/v1/me");
  const { id } = me.person as { id: string };
  for (const query of ["", "?tenant=red", "?tenant=enterprise"])
    expect((await red("POST", `/api/v1/people/${id}/link${query}`))[0]).toBe(403);
  expect((await red("POST", "/api/v1/tenants?tenant=enterprise", { id: "green", name: "G" }))[0]).toBe(403);
});

test("S3-51: a tenant can leave the creation of skills to its administrators", async () => {
  const hub = await startTestHub();
  const root = as(hub, hub.token);
  const publisher = as(hub, await createAs(hub, hub.token, { role: "publisher" }));
  const mayCreate = async () => (await publisher("GET", "/api/v1/me"))[1].permissions;
  expect(await mayCreate()).toContain("skills:create");
  await root("PUT", "/api/v1/tenant", { name: "Enterprise", publishersCreateSkills: false });
  expect(await mayCreate()).not.toContain("skills:create");
  expect(await mayCreate()).toContain("skills:publish");
  expect((await root("GET", "/api/v1/me"))[1].permissions).toContain("skills:create");
});

test("a tenant that does not exist is not found, even for administrators of the enterprise", async () => {
  const hub = await startTestHub();
  expect((await as(hub, hub.token)("GET", "/api/v1/members?tenant=none"))[0]).toBe(404);
  expect((await as(hub, hub.token)("POST", "/api/v1/tenants", { id: "enterprise", name: "E" }))[0]).toBe(409);
});

test("a team goes with its roles and tokens, unless it owns skills", async () => {
  const hub = await startTestHub();
  const root = as(hub, hub.token);
  await root("PUT", "/api/v1/teams/web");
  const token = await createAs(hub, hub.token, { role: "reader", team: "web" });
  expect((await root("DELETE", "/api/v1/teams/web"))[0]).toBe(204);
  expect((await root("DELETE", "/api/v1/teams/web"))[0]).toBe(404);
  expect((await as(hub, token)("GET", "/api/v1/me"))[0]).toBe(401);
});
