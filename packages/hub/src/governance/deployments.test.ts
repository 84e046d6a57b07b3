import type { StateDocument } from "@skillwright/core/registry";
import { describe, expect, test } from "vitest";
import { openDatabases } from "./test-databases.ts";
import { applyPolicy, startGovernedHub } from "./test-governance.ts";

describe.each(await openDatabases())("deployments and revocations on %s", (_, open) => {
  async function start() {
    const governed = await startGovernedHub(await open());
    const { service, publish, call } = governed;
    const root = await service("admin", { tenant: "enterprise" });
    const admin = await service("admin");
    const agents = { red: await service("agent"), blue: await service("agent", { tenant: "blue" }) };
    for (const version of ["1.0.0", "1.10.0"]) await publish(root, { name: "rules", version });
    await publish(admin, { name: "pdf", version: "1.0.0" });
    const state = async (tenant: "red" | "blue"): Promise<StateDocument> =>
      JSON.parse((await call(agents[tenant], "GET /api/v1/state")).json.document);
    const confirm = async (tenant: "red" | "blue", agent: string) => {
      const { sequence } = await state(tenant);
      const body = { agent, name: agent, program: "test", environment: "", sequence };
      return call(agents[tenant], "POST /api/v1/state/acknowledgements", body);
    };
    return { ...governed, root, admin, agents, state, confirm };
  }
  const names = ({ deployments }: StateDocument): readonly string[] =>
    deployments.map(({ name, version }) => `${name}@${version}`);

  test("S3-48: what the enterprise deploys reaches every tenant, the newest approved version, and no tenant replaces it", async () => {
    const { call, root, admin, state, publish } = await start();
    await publish(admin, { name: "rules", version: "9.0.0" });
    const own = await call(admin, "POST /api/v1/deployments", { name: "rules" });
    expect(own).toMatchObject({ status: 201, json: { version: "9.0.0", tenant: "red" } });
    expect(names(await state("red"))).toEqual(["rules@9.0.0"]);
    const before = (await state("blue")).sequence;
    const above = await call(root, "POST /api/v1/deployments", { name: "rules" });
    expect(above.json).toMatchObject({ tenant: "enterprise", version: "1.10.0" });
    for (const tenant of ["red", "blue"] as const)
      expect(names(await state(tenant))).toEqual(["rules@1.10.0"]);
    expect((await state("blue")).sequence).toBe(before + 1);
    expect(await call(admin, "POST /api/v1/deployments", { name: "rules" })).toMatchObject({
      ...{
        status: 409,
        json: { error: { message: expect.stringContaining("The enterprise deploys rules") } },
      },
    });
    expect((await call(admin, `POST /api/v1/deployments/${above.json.id}/end`)).status).toBe(404);
    // A second version replaces the first one; ending it leaves none, and the tenant's own is back.
    const older = await call(root, "POST /api/v1/deployments", { name: "rules", version: "1.0.0" });
    expect(names(await state("blue"))).toEqual(["rules@1.0.0"]);
    await call(root, `POST /api/v1/deployments/${older.json.id}/end`);
    expect([names(await state("red")), names(await state("blue"))]).toEqual([["rules@9.0.0"], []]);
  });

  test("confirmations count the agents that a deployment or a revocation reaches, as each tenant sees it", async () => {
    const { call, root, admin, agents, publish, state } = await start();
    const confirm = async (agent: string, environment: string) =>
      call(agents.red, "POST /api/v1/state/acknowledgements", {
        ...{ agent, name: agent, program: "test", environment, sequence: (await state("red")).sequence },
      });
    await confirm("r1", "production");
    await confirm("r2", "test");
    const above = await call(root, "POST /api/v1/deployments", { name: "rules" });
    const own = await call(admin, "POST /api/v1/deployments", { name: "pdf", environment: "test" });
    const revoked = await call(admin, "POST /api/v1/revocations", { kind: "name", value: "other" });
    const seen = async (token: string, tenant: string) => {
      const { json } = await call(token, `GET /api/v1/confirmations?tenant=${tenant}`);
      return Object.fromEntries(
        [...json.deployments, ...json.revocations].map((one) => [one.id, [one.acknowledged, one.agents]]),
      );
    };
    const ids = { above: above.json.id, own: own.json.id, revoked: revoked.json.id };
    expect(await seen(admin, "red")).toEqual({
      [ids.above]: [0, 2],
      [ids.own]: [0, 1],
      [ids.revoked]: [0, 2],
    });
    await confirm("r2", "test");
    expect(await seen(admin, "red")).toEqual({
      [ids.above]: [1, 2],
      [ids.own]: [1, 1],
      [ids.revoked]: [1, 2],
    });
    expect(await seen(root, "enterprise")).toEqual({ [ids.above]: [1, 2] });
    expect(await seen(root, "blue")).toEqual({ [ids.above]: [0, 0] });
    const waiting = await call(admin, `GET /api/v1/deployments/${ids.above}/acknowledgements`);
    expect(waiting.json).toMatchObject({ agents: 2, acknowledged: 1, waiting: [{ id: "r1" }] });
    expect((await call(root, `GET /api/v1/deployments/${ids.own}/acknowledgements`)).status).toBe(404);
    // What replaces a deployment must be confirmed by itself; what is over is not counted.
    await publish(admin, { name: "pdf", version: "2.0.0" });
    const preview = await call(admin, "POST /api/v1/deployments/preview", {
      name: "pdf",
      environment: "test",
    });
    expect(preview.json).toMatchObject({ deployment: { version: "2.0.0" }, replaces: { version: "1.0.0" } });
    const next = await call(admin, "POST /api/v1/deployments", { name: "pdf", environment: "test" });
    await call(admin, `POST /api/v1/revocations/${ids.revoked}/lift`);
    expect(await seen(admin, "red")).toEqual({ [ids.above]: [1, 2], [next.json.id]: [0, 1] });
    const history = await call(admin, "GET /api/v1/deployments?state=ended");
    expect(history.json).toMatchObject({
      deployments: [{ id: ids.own, endedBy: expect.stringMatching(/^token:/) }],
      names: { [own.json.createdBy]: "admin" },
    });
  });

  test("a stream says that an agent has confirmed something", async () => {
    const { hub, admin, confirm } = await start();
    const leaving = new AbortController();
    const answer = await fetch(`${hub.url}/api/v1/confirmations/events`, {
      signal: leaving.signal,
      headers: { authorization: `Bearer ${admin}` },
    });
    const numbers = readNumbers(answer);
    expect((await numbers.next()).value).toBe(0);
    await confirm("red", "r1");
    expect((await numbers.next()).value).toBeGreaterThan(0);
    leaving.abort();
  });

  test("environments keep deployments apart", async () => {
    const { call, admin, state, publish } = await start();
    await publish(admin, { name: "pdf", version: "1.1.0" });
    await call(admin, "POST /api/v1/deployments", {
      name: "pdf",
      version: "1.0.0",
      environment: "production",
    });
    await call(admin, "POST /api/v1/deployments", { name: "pdf", environment: "test" });
    const { deployments } = await state("red");
    expect(deployments.map(({ version, environment }) => [version, environment])).toEqual([
      ["1.0.0", "production"],
      ["1.1.0", "test"],
    ]);
  });

  test("only approved content is deployed, and a deployment of content that a policy now blocks ends", async () => {
    const { call, root, admin, state } = await start();
    const deploy = (body: object) => call(admin, "POST /api/v1/deployments", body);
    expect((await deploy({ name: "pdf", digest: `sha256:${"0".repeat(64)}` })).status).toBe(409);
    expect((await deploy({ name: "pdf", version: "7.0.0" })).status).toBe(404);
    expect((await deploy({ name: "nope" })).status).toBe(404);
    expect((await deploy({ name: "pdf" })).status).toBe(201);
    expect(names(await state("red"))).toEqual(["pdf@1.0.0"]);
    await applyPolicy({ call }, root, { skills: { block: { names: ["p*"] } } });
    expect(names(await state("red"))).toEqual([]);
    expect((await deploy({ name: "pdf" })).status).toBe(404);
    // Agents also refuse skills of that name from elsewhere.
    expect((await state("red")).policies?.map(({ text }) => JSON.parse(text))).toEqual([
      { version: 1, deny: ["Skill(p*)"] },
    ]);
  });

  test("S3-50: a revocation takes skills out of every document, is confirmed, and can be lifted only where it was made", async () => {
    const { call, root, admin, state, confirm, clock } = await start();
    await call(root, "POST /api/v1/deployments", { name: "rules" });
    for (const [tenant, agent] of [
      ["red", "r1"],
      ["red", "r2"],
      ["blue", "b1"],
    ] as const)
      await confirm(tenant, agent);
    const target = { kind: "name", value: "rules" };
    expect((await call(root, "POST /api/v1/revocations/preview", target)).json).toMatchObject({
      ...{ tenants: ["blue", "enterprise", "red"], agents: 3, users: 0 },
      versions: [{ version: "1.0.0" }, { version: "1.10.0" }],
    });
    const expiresAt = new Date(clock.time + 3_600_000).toISOString();
    const revoked = await call(root, "POST /api/v1/revocations", { ...target, message: "Stop.", expiresAt });
    const count = async () =>
      (await call(root, `GET /api/v1/revocations/${revoked.json.id}/acknowledgements`)).json;
    expect(await count()).toMatchObject({ agents: 3, acknowledged: 0 });
    await confirm("red", "r1");
    await confirm("blue", "b1");
    expect(await count()).toMatchObject({
      agents: 3,
      acknowledged: 2,
      waiting: [{ id: "r2", tenant: "red" }],
    });
    for (const tenant of ["red", "blue"] as const)
      expect(await state(tenant)).toMatchObject({
        deployments: [],
        revocations: [{ kind: "name", value: "rules", message: "Stop.", expiresAt }],
      });
    expect((await call(admin, "POST /api/v1/deployments", { name: "rules" })).status).toBe(409);
    expect((await call(admin, `POST /api/v1/revocations/${revoked.json.id}/lift`)).status).toBe(404);
    expect((await call(root, `POST /api/v1/revocations/${revoked.json.id}/lift`)).status).toBe(200);
    expect((await call(root, `POST /api/v1/revocations/${revoked.json.id}/lift`)).status).toBe(409);
    expect(names(await state("red"))).toEqual(["rules@1.10.0"]);
  });

  test("versions and publishers are revoked by content too; tenants, agents and users by id", async () => {
    const { call, admin, state, database } = await start();
    const { digest, publisher } = await database.read
      .selectFrom("versions")
      .selectAll()
      .where("name", "=", "pdf")
      .executeTakeFirstOrThrow();
    const revoke = (kind: string, value: string) =>
      call(admin, "POST /api/v1/revocations", { kind, value, force: true });
    for (const [kind, value] of [
      ["version", "pdf@1.0.0"],
      ["publisher", publisher],
      ["agent", "r1"],
      ["user", "rex"],
      ["tenant", "red"],
    ] as const)
      expect([kind, (await revoke(kind, value)).status]).toEqual([kind, 201]);
    expect((await revoke("tenant", "blue")).status).toBe(403);
    expect((await revoke("digest", "nonsense")).status).toBe(400);
    const { revocations } = await state("red");
    expect(revocations.filter(({ kind }) => kind === "digest").map(({ value }) => value)).toEqual([
      digest,
      digest,
    ]);
    expect((await state("blue")).revocations).toEqual([]);
  });

  test("a document is renewed after a quarter of its lease, with a higher number", async () => {
    const { state, clock, agents, hub } = await start();
    const first = await state("red");
    expect(Date.parse(first.expiresAt) - Date.parse(first.issuedAt)).toBe(24 * 3_600_000);
    const etag = `"${first.sequence}"`;
    const again = () =>
      hub.send("GET", "/api/v1/state", { token: agents.red, headers: { "if-none-match": etag } });
    clock.time += 6 * 3_600_000 - 1;
    expect((await again()).status).toBe(304);
    clock.time += 1;
    expect((await again()).status).toBe(200);
    expect((await state("red")).sequence).toBeGreaterThan(first.sequence);
  });

  test("an acknowledgement of a document that does not exist is refused, and an older one does not count back", async () => {
    const { call, agents, admin, state } = await start();
    await call(admin, "POST /api/v1/deployments", { name: "pdf" });
    const { sequence } = await state("red");
    const body = { agent: "r1", name: "r1", program: "test", sequence };
    const send = (change: object) =>
      call(agents.red, "POST /api/v1/state/acknowledgements", { ...body, ...change });
    expect((await send({ sequence: sequence + 1 })).status).toBe(400);
    expect((await send({})).status).toBe(200);
    await send({ sequence: 1 });
    expect((await call(admin, "GET /api/v1/agents")).json.agents).toMatchObject([
      { id: "r1", sequence, stale: false },
    ]);
  });
});

/** The numbers of a stream of server-sent events. */
async function* readNumbers({ body }: Response): AsyncGenerator<number> {
  let text = "";
  for await (const chunk of body ?? []) {
    text += new TextDecoder().decode(chunk);
    for (let match = next.exec(text); match !== null; match = next.exec(text)) {
      text = text.slice(match.index + match[0].length);
      yield Number(match[1]);
    }
  }
}

const next = /"sequence":(\d+)\}\n/;
