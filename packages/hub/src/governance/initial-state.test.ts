import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { applyPolicy, type GovernedHub, startGovernedHub } from "./test-governance.ts";

async function approvedIn({ call }: GovernedHub, token: string): Promise<unknown> {
  const { json } = await call(token, "GET /api/v1/state");
  return JSON.parse(json.document).approved;
}

test.each(["red", "enterprise"])(
  "where only approved skills run, a version of %s and the document that approves it appear together or not at all",
  async (owner) => {
    const governed = await startGovernedHub();
    const { call, person, publish, database } = governed;
    const admin = await person("ada", { role: "admin" });
    const publisher = await person("pia", { role: "publisher", tenant: owner });
    await applyPolicy(governed, admin, { skills: { approvedOnly: true } });
    expect(await approvedIn(governed, admin)).toEqual([]);
    const run = (statement: RawBuilder<unknown>) =>
      database.write("red", (transaction) => statement.execute(transaction));
    await run(sql`create trigger full before insert on states begin select raise(abort, 'full'); end`);
    await expect(publish(publisher, { name: "pdf", version: "1.0.0" })).rejects.toThrow();
    await run(sql`drop trigger full`);
    expect((await call(publisher, "GET /api/v1/skills/pdf")).status).toBe(404);

    await publish(publisher, { name: "pdf", version: "1.0.0" });
    expect(await approvedIn(governed, admin)).toMatchObject([{ name: "pdf" }]);
  },
);
