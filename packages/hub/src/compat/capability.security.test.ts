import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startTestRegistry, type TestRegistry } from "../registry/test-registry.ts";

const index = "/.well-known/agent-skills/index.json";

async function namesAt(hub: TestRegistry, url: string): Promise<readonly string[] | number> {
  const answer = await hub.send("GET", `${url}${index}`);
  if (answer.status !== 200) return answer.status;
  const { skills } = (await answer.json()) as { skills: { name: string }[] };
  return skills.map(({ name }) => name);
}

async function startWithSkill(): Promise<TestRegistry & { readonly publisher: string }> {
  const hub = await startTestRegistry();
  const publisher = await hub.tokenOf("publisher", "red");
  await hub.publish({ token: publisher });
  return { ...hub, publisher };
}

test("an address works until it expires or is revoked", async () => {
  const hub = await startWithSkill();
  const body = { name: "laptops" };
  const created = await hub.send("POST", "/api/v1/capabilities", { token: hub.publisher, body });
  const { id, url } = (await created.json()) as { id: string; url: string };
  expect(await namesAt(hub, url)).toEqual(["pdf"]);
  const listed = JSON.stringify(await hub.read("/api/v1/capabilities", hub.publisher));
  expect([listed.includes(id), listed.includes(url.split("_").at(-1) ?? "")]).toEqual([true, false]);

  const others = await hub.tokenOf("reviewer", "red");
  expect((await hub.send("DELETE", `/api/v1/capabilities/${id}`, { token: others })).status).toBe(403);
  const foreign = await hub.tokenOf("admin", "blue");
  expect((await hub.send("DELETE", `/api/v1/capabilities/${id}`, { token: foreign })).status).toBe(404);
  const removed = await hub.send("DELETE", `/api/v1/capabilities/${id}`, { token: hub.publisher });
  expect(removed.status).toBe(204);
  expect(await namesAt(hub, url)).toBe(404);

  const common = { kind: "capability", name: "old", tenant: "red", role: "reader" } as const;
  const expired = await hub.createToken({ ...common, expiresAt: Date.now() - 1 });
  expect(await namesAt(hub, `/t/${expired}`)).toBe(404);
  const valid = await hub.createToken({ ...common, expiresAt: Date.now() + 60_000 });
  expect(await namesAt(hub, `/t/${valid}`)).toEqual(["pdf"]);
});

test("no other token works in an address, and no address works as a credential", async () => {
  const hub = await startWithSkill();
  for (const token of [hub.token, hub.publisher, "", "none", `skw_${"0".repeat(18)}_${"A".repeat(32)}`])
    expect(await namesAt(hub, `/t/${token}`)).toBe(404);
  const capability = await hub.createToken({ kind: "capability", name: "c", tenant: "red", role: "admin" });
  expect((await hub.send("GET", "/api/v1/skills/pdf", { token: capability })).status).toBe(401);
  // Whatever role the row has, the address is for reading the tenant's skills.
  expect(await namesAt(hub, `/t/${capability}`)).toEqual(["pdf"]);
  expect((await hub.send("PUT", `/t/${capability}/api/v1/skills/pdf`, { body: {} })).status).toBe(404);
});

test("an address ends with the account of the person who made it", async () => {
  const hub = await startWithSkill();
  const person = { id: "p1", name: "P", email: null, issuer: null, subject: null, created_at: 0 };
  await hub.database.write("red", async (transaction) => {
    await transaction
      .insertInto("people")
      .values({ ...person, disabled_at: null })
      .execute();
  });
  const token = await hub.createToken({ kind: "capability", name: "c", tenant: "red", person: "p1" });
  expect(await namesAt(hub, `/t/${token}`)).toEqual(["pdf"]);
  await hub.database.write("red", async (transaction) => {
    await transaction.updateTable("people").set({ disabled_at: 1 }).execute();
  });
  expect(await namesAt(hub, `/t/${token}`)).toBe(404);
});

test("a tenant in the query does not widen an address", async () => {
  const hub = await startWithSkill();
  const token = await hub.createToken({ kind: "capability", name: "c", tenant: "blue" });
  const answer = await hub.send("GET", `/t/${token}${index}?tenant=red`);
  expect(await answer.json()).toMatchObject({ skills: [] });
});

test("a member of a team cannot create an address for another team or the whole tenant", async () => {
  const hub = await startTestRegistry();
  const painter = await hub.tokenOf("publisher", "red", "paint");
  const create = (body: object) =>
    hub.send("POST", "/api/v1/capabilities", { token: painter, body: { name: "x", ...body } });
  expect((await create({ team: "wood" })).status).toBe(403);
  expect((await create({ team: "" })).status).toBe(403);
  expect((await create({ days: 10_000 })).status).toBe(400);
  expect((await create({})).status).toBe(201);
});

test("addresses with tokens are not logged or counted by name", async () => {
  const hub = await startWithSkill();
  const token = await hub.createToken({ kind: "capability", name: "c", tenant: "red" });
  await namesAt(hub, `/t/${token}`);
  const metrics = await (await hub.send("GET", "/metrics")).text();
  expect(metrics).toContain("/t/{token}/.well-known/agent-skills/index.json");
  expect(metrics + hub.lines.join("")).not.toContain(token);
});

test("the git view takes small requests only, and names are no arguments", async () => {
  const hub = await startTestRegistry();
  await hub.publish({});
  await hub.send("PUT", "/api/v1/skills/pdf", { token: hub.token, body: { visibility: "public" } });
  const post = (body: Uint8Array, headers = {}) =>
    hub.send("POST", "/git/pdf.git/git-upload-pack", { body, headers });
  expect((await post(new Uint8Array(2_000_000))).status).toBe(413);
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  expect((await post(bomb, { "content-encoding": "gzip" })).status).toBe(413);
  expect((await post(Buffer.from("x"), { "content-encoding": "gzip" })).status).toBe(400);
  for (const name of ["--help", "..%2f..%2fetc", "-c%20x", "%2e%2e", ";id"])
    expect((await hub.send("GET", `/git/${name}/info/refs?service=git-upload-pack`)).status).toBe(404);
  const odd = { "git-protocol": "version=2:evil=$(id)" };
  const answer = await hub.send("GET", "/git/pdf.git/info/refs?service=git-upload-pack", { headers: odd });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining("# service=git-upload-pack"),
  ]);
});
