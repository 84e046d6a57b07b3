import { expect, test } from "vitest";
import { startGovernedHub } from "../governance/test-governance.ts";

test("an administrator of one team changes nothing for the whole tenant", async () => {
  const { person, call } = await startGovernedHub();
  const admin = await person("ann", { role: "admin" });
  const lead = await person("lea", { role: "admin", team: "web" });
  const revoked = await call(admin, "POST /api/v1/revocations", { kind: "name", value: "pdf" });
  const policy = { version: 1, skills: { fourEyes: false } };
  const attempts: readonly (readonly [string, object?])[] = [
    [`POST /api/v1/revocations/${revoked.json.id}/lift`],
    ["POST /api/v1/revocations", { kind: "name", value: "doc" }],
    ["POST /api/v1/deployments", { name: "pdf" }],
    ["POST /api/v1/policies", { policy }],
    ["POST /api/v1/audit/erase", { user: "ann", reason: "none" }],
    ["GET /api/v1/audit/export"],
  ];
  for (const [line, body] of attempts)
    expect([line, (await call(lead, line, body)).status]).toEqual([line, 403]);
  const { json } = await call(admin, "GET /api/v1/revocations");
  expect(json.revocations).toEqual([expect.not.objectContaining({ liftedAt: expect.anything() })]);
});

test("an administrator of one team of the enterprise administers nothing else", async () => {
  const { person, call } = await startGovernedHub();
  await person("ann", { role: "admin", tenant: "enterprise" });
  await person("bo", { role: "admin", team: "web" });
  const lead = await person("lea", { role: "admin", tenant: "enterprise", team: "web" });
  const attempts: readonly (readonly [string, object?])[] = [
    ["POST /api/v1/people/ann/link"],
    ["PUT /api/v1/people/bo", { isDisabled: true }],
    ["POST /api/v1/tenants", { id: "green", name: "Green" }],
    ["GET /api/v1/members?tenant=red"],
    ["POST /api/v1/tokens?tenant=red", { name: "t", role: "admin", team: "web" }],
    ["PUT /api/v1/members/lea?tenant=red", { roles: [{ role: "admin", team: "web" }] }],
  ];
  for (const [line, body] of attempts)
    expect([line, (await call(lead, line, body)).status]).toEqual([line, 403]);
});
