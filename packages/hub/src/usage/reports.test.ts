import { catalogReportSchema, usageOverviewSchema } from "@skillwright/core/registry";
import { afterAll, describe, expect, test } from "vitest";
import { createLog, receiptOf } from "../audit/test-log.ts";
import { startPostgres } from "../database/test-postgres.ts";
import { publishTo } from "../registry/test-registry.ts";
import { startTestHub, type TestHub } from "../test-hub.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.close());

const databases = [
  ["SQLite", async () => ({})],
  ...(postgres ? [["PostgreSQL", async () => ({ database: await postgres.createDatabase() })] as const] : []),
] as const;
if (!postgres) test.skip("PostgreSQL NOT TRIED: its binaries are not installed for this system", () => {});

const digest = `sha256:${"a".repeat(64)}`;

/** An activation of pdf, a slow call, a failed one and two refused ones. */
async function use(hub: TestHub): Promise<void> {
  const log = createLog();
  const common = { time: new Date().toISOString(), session: "s-1", user: "ana" };
  const skill = { name: "pdf", digest };
  log.add({ ...common, event: "skill-activated", skill, activation: "1", trigger: "user", mode: "m" });
  const call = { tool: "Bash", skills: [skill] };
  log.add({ ...common, ...call, event: "tool-call-finished", call: "1", ok: true, durationMs: 900 });
  log.add({ ...common, ...call, event: "tool-call-finished", call: "2", ok: false, durationMs: 100 });
  for (const number of ["3", "4"])
    log.add({
      ...{ ...common, ...call, event: "tool-call-denied", call: number, input: {} },
      ...{ layer: "user policy", rule: "Bash(rm *)", reason: "denied-by-rule" },
    });
  await receiptOf(hub, log.lines);
}

async function read(hub: TestHub, path: string): Promise<unknown> {
  const answer = await hub.send("GET", path, { token: hub.token });
  return answer.status === 200 ? answer.json() : answer.status;
}

describe.each(databases)("reports on use with %s", (_, settings) => {
  test("the overview counts activations, failures and refusals by time, agent, skill and rule", async () => {
    const hub = await startTestHub(await settings());
    await use(hub);
    const overview = usageOverviewSchema.parse(await read(hub, "/api/v1/usage-overview?days=7"));
    const counts = { activations: 1, calls: 2, denials: 2, failures: 1 };
    expect(overview.totals).toEqual({ ...counts, skills: 1, agents: 1, meanMs: 500 });
    expect([overview.unit, overview.times.length, overview.counts.length]).toEqual(["day", 7, 7]);
    expect(overview.counts.at(-1)).toEqual(counts);
    expect(overview.agents).toEqual([{ name: "laptop", ...counts }]);
    expect(overview.teams).toEqual([{ name: "", ...counts }]);
    expect(overview.agentSeries[0]?.activations).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(overview.teamSeries).toEqual([{ name: "", activations: [0, 0, 0, 0, 0, 0, 1] }]);
    expect(overview.rules).toEqual([{ skill: "pdf", layer: "user policy", rule: "Bash(rm *)", calls: 2 }]);
    for (const list of [overview.slow, overview.failing, overview.denied])
      expect(list.map(({ skill, meanMs }) => [skill, meanMs])).toEqual([["pdf", 500]]);
    const hours = usageOverviewSchema.parse(await read(hub, "/api/v1/usage-overview?days=1"));
    expect([hours.unit, hours.times.length, hours.totals.activations]).toEqual(["hour", 24, 1]);
    expect(await read(hub, "/api/v1/usage-overview?days=100000")).toBe(400);
  });

  test("the report on the catalog has unused skills, pairs that overlap, and what listing them costs", async () => {
    const hub = await startTestHub(await settings());
    const description = "Extracts text and tables from PDF invoices and scanned PDF documents.";
    await publishTo(hub, { name: "pdf", description });
    await publishTo(hub, { name: "pdf-copy", description });
    await publishTo(hub, { name: "weather", description: "Tells the forecast for a city." });
    await use(hub);
    const report = catalogReportSchema.parse(await read(hub, "/api/v1/catalog-report?days=30"));
    expect(report.unused.skills.map(({ name }) => name).toSorted()).toEqual(["pdf-copy", "weather"]);
    expect(report.unused.total).toBe(2);
    expect(report.overlaps.pairs.map(({ names }) => names)).toEqual([["pdf", "pdf-copy"]]);
    expect(report.listing.offered.skills).toBe(3);
    expect(report.listing.offered.bytes).toBeGreaterThan(2 * description.length);
    expect(report.listing.largest[0]).toMatchObject({ skill: "pdf-copy", deployed: false, activations: 0 });
    expect(report.listing.deployed.skills).toBe(0);
  });
});
