import fc from "fast-check";
import { expect, test } from "vitest";
import type { HubDatabase } from "../database/database.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { startTestHub, type TestHub, temporaryFolder } from "../test-hub.ts";

// The cache is bypassed by requests with a cookie, so the same request with one is the reference.

type Shown = { readonly status: number; readonly body: string; readonly headers: object };

async function read(
  hub: TestHub,
  token: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Shown> {
  const answer = await hub.send("GET", "/api/v1/skills/pdf", { token, headers });
  const {
    date: _,
    "content-length": __,
    connection: ___,
    "keep-alive": ____,
    ...rest
  } = Object.fromEntries(answer.headers);
  return { status: answer.status, body: await answer.text(), headers: rest };
}

async function addSkill(database: HubDatabase): Promise<void> {
  await database.write("enterprise", (transaction) =>
    transaction
      .insertInto("skills")
      .values({
        ...{ tenant: "enterprise", name: "pdf", team: "", visibility: "tenant", description: "d" },
        ...{ created_by: "test", created_at: 0, changed_at: 0 },
      })
      .execute(),
  );
}

const steps = ["read", "read again", "publish", "hide", "describe", "revoke", "expire", "wait"] as const;

test("an answer from the cache is the answer that handling the request gives, whatever has changed before", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...steps), { minLength: 4, maxLength: 14 }),
      async (sequence) => {
        let now = 1_800_000_000_000;
        const folder = temporaryFolder();
        const hub = await startTestHub({}, folder, () => now);
        // Another connection, as another process would have it.
        const other = await openSqlite(`${folder}/hub.sqlite`);
        await addSkill(other);
        const create = async (): Promise<string> => {
          const created = await hub.send("POST", "/api/v1/me/tokens", {
            token: hub.token,
            body: { name: "t", expiresInDays: 1 },
          });
          return ((await created.json()) as { token: string }).token;
        };
        let token = await create();
        const set = (values: { visibility: "public" | "tenant" } | { description: string }) =>
          other.write("enterprise", (transaction) => transaction.updateTable("skills").set(values).execute());
        for (const step of sequence) {
          if (step === "publish") await set({ visibility: "public" });
          if (step === "hide") await set({ visibility: "tenant" });
          if (step === "describe") await set({ description: String(now++) });
          if (step === "revoke")
            await hub.send("DELETE", `/api/v1/tokens/${token.split("_")[1]}`, { token: hub.token });
          if (step === "expire") now += 86_400_000;
          if (step === "wait") now += 30_000;
          for (const who of [undefined, token, hub.token]) {
            const reference = await read(hub, who, { cookie: "none=1" });
            for (let time = 0; time < 2; time++)
              expect([step, await read(hub, who, {})]).toEqual([step, reference]);
            const etag = (reference.headers as { etag?: string }).etag;
            if (etag === undefined) continue;
            const known = { "if-none-match": etag };
            expect(await read(hub, who, known)).toEqual(await read(hub, who, { ...known, cookie: "none=1" }));
          }
          if (step === "revoke" || step === "expire") token = await create();
        }
        await other.close();
        await hub.close();
      },
    ),
    { numRuns: 12 },
  );
});

test("the cache obeys limits and host names", async () => {
  const folder = temporaryFolder();
  const now = 1_800_000_000_000;
  const hub = await startTestHub({ rateLimit: { perMinute: 5 } }, folder, () => now);
  const other = await openSqlite(`${folder}/hub.sqlite`);
  await addSkill(other);
  await other.close();
  const seen: number[] = [];
  for (let index = 0; index < 7; index++) seen.push((await read(hub, hub.token, {})).status);
  expect(seen).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(await (await hub.send("GET", "/metrics")).text()).toContain(
    'request_seconds_count{route="GET /api/v1/skills/{name}",status="200"} 5',
  );
});
