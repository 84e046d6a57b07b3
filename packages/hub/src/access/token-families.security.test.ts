import { expect, test } from "vitest";
import { startGovernedHub } from "../governance/test-governance.ts";
import { createToken } from "./tokens.ts";

// Whoever steals a token may make others with it. Revoking the stolen one must end those too.

const idOf = (token: string): string => token.split("_")[1] ?? "";

async function start() {
  const governed = await startGovernedHub();
  const { call } = governed;
  const isValid = async (token: string) => (await call(token, "GET /api/v1/me")).status === 200;
  const make = async (token: string, line: string, body: object = {}): Promise<string> => {
    const { status, json } = await call(token, line, { name: "made", ...body });
    expect([line, status]).toEqual([line, 201]);
    return json.token;
  };
  return { ...governed, isValid, make };
}

test("revoking a token revokes all that it made, at any depth and in every tenant, and nothing else", async () => {
  const { person, call, isValid, make } = await start();
  const own = await person("ann", { role: "admin", tenant: "enterprise" });
  const stolen = await make(own, "POST /api/v1/me/tokens");
  const other = await make(own, "POST /api/v1/me/tokens");
  const child = await make(stolen, "POST /api/v1/me/tokens");
  const service = await make(child, "POST /api/v1/tokens?tenant=red", { role: "admin" });
  const deepest = await make(service, "POST /api/v1/tokens", { role: "reader" });
  expect(await Promise.all([stolen, child, service, deepest].map(isValid))).toEqual([true, true, true, true]);
  expect((await call(own, `DELETE /api/v1/tokens/${idOf(stolen)}`)).status).toBe(204);
  expect(await Promise.all([stolen, child, service, deepest].map(isValid))).toEqual([
    ...[false, false, false, false],
  ]);
  expect([await isValid(own), await isValid(other)]).toEqual([true, true]);
  const { tokens } = (await call(own, "GET /api/v1/tokens?tenant=red")).json;
  expect(tokens).toContainEqual(
    expect.objectContaining({ id: idOf(deepest), parent: idOf(service), isValid: false }),
  );
});

test("a sign-in link ends with the token that made it", async () => {
  const { hub, person, call, make } = await start();
  const own = await person("ann", { role: "admin", tenant: "enterprise" });
  const stolen = await make(own, "POST /api/v1/me/tokens");
  const invited = await call(stolen, "POST /api/v1/members", { name: "Eve", roles: [{ role: "admin" }] });
  const linked = await call(stolen, "POST /api/v1/people/ann/link");
  const links: readonly string[] = [invited.json.link, linked.json.link];
  const open = async () => Promise.all(links.map(async (link) => (await hub.send("GET", link)).status));
  expect(await open()).toEqual([200, 200]);
  await call(own, `DELETE /api/v1/tokens/${idOf(stolen)}`);
  expect(await open()).toEqual([400, 400]);
});

test("a browser session that a token opened makes no token that outlives it", async () => {
  const { hub, person, call, isValid, make, clock } = await start();
  const own = await person("ann", { role: "admin", tenant: "enterprise" });
  const short = await make(own, "POST /api/v1/me/tokens", { expiresInDays: 1 });
  const origin = new URL(hub.url).origin;
  const signedIn = await fetch(new URL("/sign-in", hub.url), {
    ...{ method: "POST", redirect: "manual", body: new URLSearchParams({ token: short }) },
    headers: { origin },
  });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const created = await hub.send("POST", "/api/v1/me/tokens", {
    ...{ body: { name: "long", expiresInDays: 300 }, headers: { cookie, origin } },
  });
  const { token, expiresAt } = (await created.json()) as { token: string; expiresAt: string };
  expect(expiresAt).toBe(new Date(clock.time + 86_400_000).toISOString());
  await call(own, `DELETE /api/v1/tokens/${idOf(short)}`);
  expect(await isValid(token)).toBe(false);
});

test("a request that was let in before its token was revoked makes no token afterwards", async () => {
  const { service, call, database, clock } = await start();
  const admin = await service("admin");
  const stolen = await service("admin");
  await call(admin, `DELETE /api/v1/tokens/${idOf(stolen)}`);
  const late = database.write("red", (transaction) =>
    createToken(
      transaction,
      { kind: "service", name: "late", tenant: "red", createdBy: "test", parent: idOf(stolen) },
      clock.time,
    ),
  );
  await expect(late).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});
