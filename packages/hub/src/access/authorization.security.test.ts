import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HubSettingsSchema } from "../config/settings.ts";
import type { HubDatabase } from "../database/database.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import type { Route } from "../http/route.ts";
import { routes } from "../routes.ts";
import { openTestHub, type TestHub, temporaryFolder } from "../test-hub.ts";
import { enterprise, permissionsOf, type Role, roles } from "./permissions.ts";
import { createToken } from "./tokens.ts";

// Every route as every role, in the own tenant and in another one. A new route takes part by being in the table.

const tenants = ["red", "blue"] as const;
const folder = temporaryFolder();
const tokens = new Map<string, string>();
let hub: TestHub;

beforeAll(async () => {
  const database = await openSqlite(`${folder}/hub.sqlite`);
  await createTokens(database);
  await database.close();
  const settings = HubSettingsSchema.parse({ rateLimit: { perMinute: 1_000_000 } });
  hub = await openTestHub({ settings, dataFolder: folder, now: Date.now });
});

afterAll(() => hub.close());

async function createTokens(database: HubDatabase): Promise<void> {
  await database.write(enterprise, async (transaction) => {
    for (const id of tenants)
      await transaction.insertInto("tenants").values({ id, name: id, created_at: 0 }).execute();
    for (const tenant of [...tenants, enterprise])
      for (const role of roles) {
        const { token } = await createToken(
          transaction,
          { kind: "service", name: role, tenant, role, createdBy: "test" },
          0,
        );
        tokens.set(`${tenant} ${role}`, token);
      }
  });
}

function request(route: Route, options: { token?: string | undefined; tenant?: string }) {
  const { params = {}, query = {}, body } = route.sample ?? {};
  const path = route.path.replace(/\{(\w+)\*?\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? "x"),
  );
  const search = new URLSearchParams({ ...query, ...(options.tenant && { tenant: options.tenant }) });
  const sent = route.body === "bytes" ? new Uint8Array() : (body ?? (route.body && {}));
  return hub.send(route.method, `${path}?${search}`, { token: options.token, body: sent });
}

/** What the status says about permission, whatever the request would have done. */
function verdict({ status }: Response): "refused" | "unknown caller" | "let in" {
  if (status === 401) return "unknown caller";
  return status === 403 ? "refused" : "let in";
}

function mayCall(role: Role, { needs }: Route): boolean {
  if (needs === "nothing" || needs === "credentials") return true;
  return permissionsOf[role].includes(needs);
}

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (_, route) => {
  test("refuses callers without a valid token unless it needs nothing", async () => {
    const expected = route.needs === "nothing" ? "let in" : "unknown caller";
    expect(verdict(await request(route, {}))).toBe(expected);
    const forged = `skw_${"0".repeat(18)}_${"A".repeat(32)}`;
    expect(verdict(await request(route, { token: forged }))).toBe("unknown caller");
  });

  test("S3-76: lets each role in that has the permission, and no other", async () => {
    for (const role of roles) {
      const token = tokens.get(`red ${role}`);
      const isTenantsOnly = route.needs === "tenants:write";
      const expected = mayCall(role, route) && !isTenantsOnly ? "let in" : "refused";
      expect([role, verdict(await request(route, { token }))]).toEqual([role, expected]);
    }
  });

  test("S3-77: refuses every role of another tenant, except administrators and reviewers of the enterprise", async () => {
    if (route.needs === "nothing" || route.needs === "credentials") return;
    for (const role of roles) {
      const foreign = await request(route, { token: tokens.get(`red ${role}`), tenant: "blue" });
      expect([role, verdict(foreign)]).toEqual([role, "refused"]);
      const above = await request(route, { token: tokens.get(`${enterprise} ${role}`), tenant: "blue" });
      const reaches = (role === "admin" || role === "reviewer") && mayCall(role, route);
      const expected = reaches && route.needs !== "tenants:write" ? "let in" : "refused";
      expect([role, verdict(above)]).toEqual([role, expected]);
    }
  });
});

test("the hash of a token is stored, not the token", async () => {
  const database = await openSqlite(`${folder}/hub.sqlite`);
  const rows = await database.read.selectFrom("tokens").selectAll().execute();
  const text = JSON.stringify(rows);
  for (const token of tokens.values()) {
    const secret = token.split("_").slice(2).join("_");
    expect(text).not.toContain(secret);
    expect(text).toContain(createHash("sha256").update(secret).digest("hex"));
  }
  await database.close();
});
