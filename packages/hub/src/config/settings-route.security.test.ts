import { expect, test } from "vitest";
import { startGovernedHub } from "../governance/test-governance.ts";

const settings = {
  retentionDays: 30,
  openIdConnect: {
    ...{ issuer: "https://login.example.com", clientId: "hub", clientSecret: "very-secret" },
    groups: {
      leads: { role: "admin" },
      painters: { role: "publisher", tenant: "red", team: "paint" },
      sailors: { role: "reader", tenant: "blue" },
    },
  },
};

test("settings show groups of the own tenant, and never a secret", async () => {
  const { call, person } = await startGovernedHub({ settings });
  const red = await call(await person("ann", { role: "admin" }), "GET /api/v1/settings");
  expect(red.json.retentionDays).toBe(30);
  expect(red.json.provider.groups.map(({ group }: { group: string }) => group)).toEqual([
    "leads",
    "painters",
  ]);
  const above = await person("eve", { role: "admin", tenant: "enterprise" });
  const all = await call(above, "GET /api/v1/settings?tenant=enterprise");
  expect(all.json.provider.groups).toHaveLength(3);
  expect(JSON.stringify([red.json, all.json])).not.toContain("very-secret");
  expect((await call(await person("rob", { role: "reader" }), "GET /api/v1/settings")).status).toBe(403);
});
