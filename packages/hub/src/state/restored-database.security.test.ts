import { signedStateSchema, stateDocumentSchema } from "@skillwright/core/registry";
import { describe, expect, test } from "vitest";
import { openDatabases } from "../governance/test-databases.ts";
import { startGovernedHub } from "../governance/test-governance.ts";
import { hubLimits } from "../limits.ts";
import { outdateStates } from "./issue-state.ts";

// An agent refuses a document with a lower number than it has seen. A hub on an older copy of its database must not be refused for that.

describe.each(await openDatabases())("%s", (_, options) => {
  async function start() {
    const governed = await startGovernedHub(await options());
    const { person, call } = governed;
    const root = await person("root", { role: "admin", tenant: "enterprise" });
    const read = async (tenant: string) => {
      const answer = await call(root, `GET /api/v1/state?tenant=${tenant}`);
      return stateDocumentSchema.parse(JSON.parse(signedStateSchema.parse(answer.json).document));
    };
    const revoke = (value: string) =>
      call(root, "POST /api/v1/revocations?tenant=red", { kind: "name", value });
    return { ...governed, root, read, revoke };
  }

  test("documents after an older copy of the database was restored have numbers above all that agents saw", async () => {
    const { database, clock, read, revoke } = await start();
    const copied = (await read("red")).sequence;
    for (const value of ["a", "b", "c"]) await revoke(value);
    const seen = [(await read("red")).sequence, (await read("blue")).sequence];
    // What the copy lacks: the newer documents of one tenant, and every document of another one.
    await database.write("red", async (transaction) => {
      await transaction
        .deleteFrom("states")
        .where("tenant", "=", "red")
        .where("sequence", ">", copied)
        .execute();
      await transaction.deleteFrom("states").where("tenant", "=", "blue").execute();
      await transaction.deleteFrom("revocations").execute();
    });
    clock.time += 1000;
    await database.writeAll(outdateStates);
    expect((await read("red")).sequence).toBeGreaterThan(seen[0] ?? 0);
    expect((await read("blue")).sequence).toBeGreaterThan(seen[1] ?? 0);
  });

  test("a hub whose clock was set back goes on counting", async () => {
    const { clock, read, revoke } = await start();
    const before = (await read("red")).sequence;
    clock.time -= 86_400_000;
    await revoke("a");
    expect((await read("red")).sequence).toBe(before + 1);
  });

  test("agents are not stale because the hub started, and old documents do not pile up", async () => {
    const { database, root, call, clock, read, revoke } = await start();
    const { sequence } = await read("red");
    const body = { agent: "r1", name: "r1", program: "test", environment: "", sequence };
    await call(root, "POST /api/v1/state/acknowledgements?tenant=red", body);
    clock.time += 1000;
    await database.writeAll(outdateStates);
    expect((await call(root, "GET /api/v1/agents?tenant=red")).json.agents).toMatchObject([
      { id: "r1", stale: false },
    ]);
    await database.write("red", async (transaction) => {
      const old = { tenant: "red", document: "", issued_at: 0, expires_at: 0 };
      const values = Array.from({ length: 150 }, (_row, index) => ({ ...old, sequence: index + 1 }));
      await transaction.insertInto("states").values(values).execute();
    });
    await revoke("a");
    const rows = await database.read
      .selectFrom("states")
      .select("sequence")
      .where("tenant", "=", "red")
      .execute();
    expect(rows).toHaveLength(hubLimits.keptStates);
  });
});
