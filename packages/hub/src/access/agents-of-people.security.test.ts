import { expect, test } from "vitest";
import { logOf } from "../audit/test-log.ts";
import { startGovernedHub } from "../governance/test-governance.ts";
import { permissionsOf, roles } from "./permissions.ts";

const acknowledgement = { name: "laptop", program: "test", sequence: 1 };

test("whoever signs in as a person can run an agent: read and confirm the state, upload its log", async () => {
  const { call, person } = await startGovernedHub();
  for (const role of roles) {
    const token = await person(`a ${role}`, { role });
    expect((await call(token, "GET /api/v1/state")).status, role).toBe(200);
    const agent = `agent-of-${role}`;
    const confirmed = await call(token, "POST /api/v1/state/acknowledgements", { ...acknowledgement, agent });
    expect(confirmed.status, role).toBe(200);
    const upload = { stream: `log-of-${role}`, agent, lines: logOf(2) };
    expect((await call(token, "POST /api/v1/audit", upload)).status, role).toBe(200);
    expect(permissionsOf[role], role).toEqual(expect.arrayContaining([...permissionsOf.agent]));
  }
});

test("an agent's id and its log belong to whoever used them first, until an administrator releases them", async () => {
  const { call, person, service } = await startGovernedHub();
  const admin = await person("ada", { role: "admin" });
  const eve = await person("eve", { role: "reader" });
  const ann = await person("ann", { role: "reader" });
  const other = await call(ann, "POST /api/v1/me/tokens", { name: "second" });
  const second = String(other.json.token);
  const acknowledge = async (token: string): Promise<number> => {
    await call(token, "GET /api/v1/state");
    const body = { ...acknowledgement, agent: "laptop" };
    return (await call(token, "POST /api/v1/state/acknowledgements", body)).status;
  };
  const lines = logOf(3);
  const send = async (token: string, stream: string, agent = "laptop"): Promise<number> =>
    (await call(token, "POST /api/v1/audit", { stream, agent, lines })).status;
  expect([await acknowledge(ann), await acknowledge(second), await acknowledge(eve)]).toEqual([
    200, 200, 409,
  ]);
  expect([await send(ann, "s"), await send(second, "s")]).toEqual([200, 200]);
  // Neither the log, whatever agent is named, nor another log in the agent's name.
  expect([await send(eve, "s"), await send(eve, "s", "desk"), await send(eve, "t")]).toEqual([409, 409, 409]);
  expect(await send(await service("agent"), "s")).toBe(409);
  expect((await call(eve, "DELETE /api/v1/agents/laptop/owner")).status).toBe(403);
  expect((await call(admin, "DELETE /api/v1/agents/laptop/owner")).status).toBe(204);
  expect([await acknowledge(eve), await send(eve, "s")]).toEqual([200, 200]);
  expect(await acknowledge(ann)).toBe(409);
});

test("of uploads that start the same log at once, one owner gets it", async () => {
  const { call, person } = await startGovernedHub();
  const tokens = await Promise.all(["ann", "bob", "cleo"].map((name) => person(name, { role: "reader" })));
  const body = { stream: "s", agent: "laptop", lines: logOf(1) };
  const answers = await Promise.all(tokens.map((token) => call(token, "POST /api/v1/audit", body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test("an agent's id that was never confirmed belongs to whoever first uploaded under it", async () => {
  const { call, person, service } = await startGovernedHub();
  const [ann, eve] = [await person("ann", { role: "reader" }), await person("eve", { role: "reader" })];
  const admin = await person("ada", { role: "admin" });
  const lines = logOf(1);
  const send = async (token: string, stream: string, agent = "laptop"): Promise<number> =>
    (await call(token, "POST /api/v1/audit", { stream, agent, lines })).status;
  const confirm = async (token: string, agent: string): Promise<number> => {
    await call(token, "GET /api/v1/state");
    return (await call(token, "POST /api/v1/state/acknowledgements", { ...acknowledgement, agent })).status;
  };
  expect(await send(ann, "s")).toBe(200);
  expect([await send(eve, "t"), await send(await service("agent"), "u")]).toEqual([409, 409]);
  expect(await confirm(eve, "laptop")).toBe(409);
  // A log that its owner continues under another id leaves the first one to the same owner.
  expect((await call(ann, "POST /api/v1/audit", { stream: "s", agent: "desk", lines })).status).toBe(200);
  expect([await send(eve, "t"), await send(eve, "t", "desk")]).toEqual([409, 409]);
  // Of uploads that arrive together, under one id, one owner gets it.
  const together = await Promise.all([send(ann, "v", "tablet"), send(eve, "w", "tablet")]);
  expect(together.toSorted((a, b) => a - b)).toEqual([200, 409]);
  // A refused upload claims nothing.
  const gap = { stream: "x", agent: "phone", lines: logOf(2).slice(1) };
  expect((await call(eve, "POST /api/v1/audit", gap)).status).toBe(409);
  expect(await send(ann, "y", "phone")).toBe(200);
  expect((await call(admin, "DELETE /api/v1/agents/laptop/owner")).status).toBe(204);
  expect([await confirm(eve, "laptop"), await send(ann, "z")]).toEqual([200, 409]);
});
