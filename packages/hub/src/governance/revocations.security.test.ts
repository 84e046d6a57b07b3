import { describe, expect, test } from "vitest";
import { openDatabases } from "./test-databases.ts";
import { startGovernedHub } from "./test-governance.ts";

// A revocation that reaches nothing gives false safety: whoever revokes must hear of it.

describe.each(await openDatabases())("%s", (_, options) => {
  async function start() {
    const governed = await startGovernedHub(await options());
    const admin = await governed.person("ann", { role: "admin" });
    const publisher = await governed.person("pat", { role: "publisher" });
    await governed.publish(publisher, { name: "pdf", version: "1.0.0" });
    const revoke = (body: object) => governed.call(admin, "POST /api/v1/revocations", body);
    return { ...governed, admin, revoke };
  }

  test("ids of publishers, agents and users that do not exist are refused, unless forced", async () => {
    const { revoke, call, admin } = await start();
    for (const [kind, value] of [
      ["publisher", "pat"],
      ["publisher", "person:patt"],
      ["publisher", "token:0"],
      ["agent", "r1"],
      ["user", "person:patt"],
      ["user", "patt"],
    ]) {
      const refused = await revoke({ kind, value });
      expect([kind, value, refused.status]).toEqual([kind, value, 404]);
      expect(refused.json.error.message).toContain("--force");
    }
    expect((await revoke({ kind: "publisher", value: "pat" })).json.error.message).toContain(
      "Did you mean person:pat?",
    );
    expect((await call(admin, "GET /api/v1/revocations")).json.revocations).toEqual([]);
    const forced = await revoke({ kind: "publisher", value: "pat", force: true });
    expect([forced.status, forced.json.warning]).toEqual([
      ...[201, "No version on this hub matches the publisher pat."],
    ]);
  });

  test("a revocation that reaches nothing says so, in the preview and in the answer", async () => {
    const { revoke, call, admin } = await start();
    const digest = `sha256:${"0".repeat(64)}`;
    for (const [kind, value] of [
      ["name", "pdff"],
      ["version", "pdf@2.0.0"],
      ["digest", digest],
      ["publisher", "person:ann"],
      ["user", "pat"],
    ]) {
      const preview = await call(admin, "POST /api/v1/revocations/preview", { kind, value });
      const revoked = await revoke({ kind, value });
      expect([kind, revoked.status]).toEqual([kind, 201]);
      expect([kind, preview.json.warning, revoked.json.warning]).toEqual([
        ...[kind, expect.stringContaining(value ?? ""), expect.stringContaining(value ?? "")],
      ]);
    }
    for (const [kind, value] of [
      ["name", "pdf"],
      ["version", "pdf@1.0.0"],
      ["publisher", "person:pat"],
    ])
      expect([kind, (await revoke({ kind, value })).json]).toEqual([
        ...[kind, expect.not.objectContaining({ warning: expect.anything() })],
      ]);
  });

  test("a tenant, an agent and a user that exist can be revoked", async () => {
    const { revoke, call, admin } = await start();
    const { sequence } = JSON.parse((await call(admin, "GET /api/v1/state")).json.document);
    const body = { agent: "r1", name: "r1", program: "test", environment: "", sequence };
    await call(admin, "POST /api/v1/state/acknowledgements", body);
    for (const [kind, value] of [
      ["agent", "r1"],
      ["user", "ann"],
      ["user", "person:ann"],
      ["tenant", "red"],
    ])
      expect([kind, await revoke({ kind, value })]).toMatchObject([kind, { status: 201 }]);
  });
});
