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
  const parent = hub.publisher.split("_")[1];
  const expired = await hub.createToken({ ...common, parent, expiresAt: Date.now() - 1 });
  expect(await namesAt(hub, `/t/${expired}`)).toBe(404);
  const valid = await hub.createToken({ ...common, parent, expiresAt: Date.now() + 60_000 });
  expect(await namesAt(hub, `/t/${valid}`)).toEqual(["pdf"]);
  const orphan = await hub.createToken({ ...common, expiresAt: Date.now() + 60_000 });
  expect(await namesAt(hub, `/t/${orphan}`)).toBe(404);
});

test("no other token works in an address, and no address works as a credential", async () => {
  const hub = await startWithSkill();
  for (const token of [hub.token, hub.publisher, "", "none", `skw_${"0".repeat(18)}_${"A".repeat(32)}`])
    expect(await namesAt(hub, `/t/${token}`)).toBe(404);
  const parent = hub.publisher.split("_")[1];
  const made = { kind: "capability", name: "c", tenant: "red", role: "admin", parent } as const;
  const capability = await hub.createToken(made);
  expect((await hub.send("GET", "/api/v1/skills/pdf", { token: capability })).status).toBe(401);
  // Whatever role the row has, the address is for reading the tenant's skills.
  expect(await namesAt(hub, `/t/${capability}`)).toEqual(["pdf"]);
  expect((await hub.send("PUT", `/t/${capability}/api/v1/skills/pdf`, { body: {} })).status).toBe(404);
});

/** A publisher of red, and an address that they made with a token of theirs. */
async function startWithPerson() {
  const hub = await startWithSkill();
  const roles = [{ role: "publisher" }];
  const invited = await hub.send("POST", "/api/v1/members?tenant=red", {
    ...{ token: hub.token, body: { name: "Ada", roles } },
  });
  const { person } = (await invited.json()) as { person: string };
  const token = await hub.createToken({ kind: "personal", name: "laptop", tenant: "red", person });
  const body = { name: "x" };
  const created = await hub.send("POST", "/api/v1/capabilities", { token, body });
  const { url } = (await created.json()) as { url: string };
  expect(await namesAt(hub, url)).toEqual(["pdf"]);
  return { hub, person, token, url };
}

test.each([
  ["their account is disabled", "PUT /api/v1/people/PERSON", { isDisabled: true }],
  ["they leave the tenant", "DELETE /api/v1/members/PERSON?tenant=red"],
  ["their role is lowered", "PUT /api/v1/members/PERSON?tenant=red", { roles: [{ role: "reader" }] }],
  [
    "they keep the role in one team only",
    "PUT /api/v1/members/PERSON?tenant=red",
    { roles: [{ role: "publisher", team: "paint" }] },
  ],
])("an address does not outlive its maker's right: %s", async (_, line, body?: object) => {
  const { hub, person, url } = await startWithPerson();
  const [method = "", path = ""] = line.replace("PERSON", person).split(" ");
  const changed = await hub.send(method, path, { token: hub.token, body });
  expect([200, 204]).toContain(changed.status);
  expect(await namesAt(hub, url)).toBe(404);
});

test("an address does not outlive the token that made it", async () => {
  const { hub, token, url } = await startWithPerson();
  const revoke = (one: string) =>
    hub.send("DELETE", `/api/v1/tokens/${one.split("_")[1]}`, { token: hub.token });
  expect((await revoke(token)).status).toBe(204);
  expect(await namesAt(hub, url)).toBe(404);

  const made = { kind: "service", name: "short", tenant: "red", role: "publisher" } as const;
  const expiresAt = Date.now() + 86_400_000;
  const short = await hub.createToken({ ...made, expiresAt });
  const created = await hub.send("POST", "/api/v1/capabilities", {
    ...{ token: short, body: { name: "x", days: 300 } },
  });
  const answer = (await created.json()) as { url: string; expiresAt: string };
  expect(answer.expiresAt).toBe(new Date(expiresAt).toISOString());
  expect(await namesAt(hub, answer.url)).toEqual(["pdf"]);
  await revoke(short);
  expect(await namesAt(hub, answer.url)).toBe(404);
});

test("a tenant in the query does not widen an address", async () => {
  const hub = await startWithSkill();
  const parent = (await hub.tokenOf("publisher", "blue")).split("_")[1];
  const token = await hub.createToken({ kind: "capability", name: "c", tenant: "blue", parent });
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
  const parent = hub.publisher.split("_")[1];
  const token = await hub.createToken({ kind: "capability", name: "c", tenant: "red", parent });
  expect(await namesAt(hub, `/t/${token}`)).toEqual(["pdf"]);
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
