import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HubSettingsSchema } from "../config/settings.ts";
import { startTestHubWith, type TestHub, temporaryFolder } from "../test-hub.ts";

const browser = { accept: "text/html,application/xhtml+xml" };

/** A hub with a page, a script with its compressed form, and a file that is no part of the dashboard. */
function startWithPages(): Promise<TestHub> {
  const folder = temporaryFolder();
  mkdirSync(`${folder}/assets`);
  writeFileSync(`${folder}/index.html`, "<!doctype html><title>Dashboard</title>");
  writeFileSync(`${folder}/secret.txt`, "secret");
  writeFileSync(`${folder}/assets/index-abc.js`, "export {};");
  writeFileSync(`${folder}/assets/index-abc.js.br`, "compressed");
  const settings = HubSettingsSchema.parse({ port: 0 });
  return startTestHubWith({
    ...{ settings, dataFolder: temporaryFolder(), now: Date.now, dashboardFolder: folder },
  });
}

test("browsers get the page at addresses of the dashboard, programs get JSON", async () => {
  const hub = await startWithPages();
  for (const path of ["/", "/sign-in", "/skills", "/skills/team%2Fpdf"]) {
    const answer = await hub.send("GET", path, { headers: browser });
    expect([path, answer.status, await answer.text()]).toEqual([
      path,
      200,
      expect.stringContaining("Dashboard"),
    ]);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
  }
  const program = await hub.send("GET", "/skills");
  expect([program.status, await program.json()]).toEqual([
    404,
    { error: expect.objectContaining({ code: "NOT_FOUND" }) },
  ]);
  for (const path of ["/api/v1/nothing", "/.well-known/nothing"])
    expect((await hub.send("GET", path, { headers: browser })).headers.get("content-type")).toContain("json");
  expect((await hub.send("POST", "/skills", { headers: browser })).status).toBe(404);
});

test("the page runs only the hub's own files, and nothing may frame it", async () => {
  const hub = await startWithPages();
  const { headers } = await hub.send("GET", "/", { headers: browser });
  const policy = headers.get("content-security-policy")?.split("; ") ?? [];
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
    ]),
  );
  expect(policy).toEqual(
    expect.arrayContaining(["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]),
  );
  expect(policy.join()).not.toContain("unsafe");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
});

test("assets are kept forever and sent compressed; nothing outside of their folder is served", async () => {
  const hub = await startWithPages();
  const script = await hub.send("GET", "/assets/index-abc.js", {
    headers: { "accept-encoding": "identity" },
  });
  expect([await script.text(), script.headers.get("content-type")]).toEqual([
    "export {};",
    expect.stringContaining("javascript"),
  ]);
  expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const paths = [
    "/assets/index-abc.js.br",
    "/assets/..%2fsecret.txt",
    "/assets/%2e%2e/secret.txt",
    "/secret.txt",
    "/assets/gone.js",
  ];
  for (const path of paths) expect([path, (await hub.send("GET", path)).status]).toEqual([path, 404]);
});
