import { expect, test } from "vitest";
import { openSqlite } from "../database/open-sqlite.ts";
import type { Route } from "../http/route.ts";
import { routes } from "../routes.ts";
import { startTestHub, temporaryFolder } from "../test-hub.ts";
import { createTestBrowser } from "./test-browser.ts";

const changing = routes.filter(({ method }) => method !== "GET");

function addressOf({ path, sample }: Route): string {
  return path.replace(/\{(\w+)\*?\}/g, (_, name: string) =>
    encodeURIComponent(sample?.params?.[name] ?? "a"),
  );
}

test("CSRF: with an administrator's cookie, no route that changes something takes a request of another site", async () => {
  const folder = temporaryFolder();
  const hub = await startTestHub({ rateLimit: { perMinute: 100_000 } }, folder);
  const browser = createTestBrowser(hub.url);
  await browser.submit("/sign-in", { token: hub.token });
  const cookie = `skillwright=${browser.cookies.get("skillwright")}`;
  const database = await openSqlite(`${folder}/hub.sqlite`);
  const countChanges = async (): Promise<number> =>
    (await database.read.selectFrom("events").select("leaf").execute()).length;
  const before = await countChanges();
  const { origin } = new URL(hub.url);
  expect(changing.length).toBeGreaterThan(30);
  for (const route of changing) {
    const name = `${route.method} ${route.path}`;
    for (const headers of [
      {},
      { origin: "null" },
      { origin: "https://evil.example", "content-type": "text/plain" },
      { origin, "sec-fetch-site": "cross-site" },
    ]) {
      const body = route.isForm ? undefined : (route.sample?.body ?? {});
      const answer = await hub.send(route.method, addressOf(route), {
        body,
        headers: { cookie, ...headers },
      });
      expect([name, headers, answer.status]).toEqual([name, headers, 403]);
    }
  }
  expect(await countChanges()).toBe(before);
  await database.close();
});

test("other methods than the table's do nothing with a cookie", async () => {
  const hub = await startTestHub();
  const browser = createTestBrowser(hub.url);
  await browser.submit("/sign-in", { token: hub.token });
  const headers = { cookie: `skillwright=${browser.cookies.get("skillwright")}` };
  for (const method of ["PATCH", "OPTIONS", "PROPFIND"])
    expect([method, (await hub.send(method, "/api/v1/tenants", { headers })).status]).toEqual([method, 405]);
  const options = await hub.send("OPTIONS", "/api/v1/me", { headers: { ...headers, origin: "https://a.b" } });
  expect([...options.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});
