import { auditFacetsSchema } from "@skillwright/core/registry";
import { expect, test } from "vitest";
import { startTestHub, type TestHub } from "../test-hub.ts";
import { createLog, receiptOf, sampleSkill } from "./test-log.ts";

async function facetsOf(hub: TestHub, query = ""): Promise<ReturnType<typeof auditFacetsSchema.parse>> {
  const answer = await hub.send("GET", `/api/v1/audit/facets?${query}`, { token: hub.token });
  return auditFacetsSchema.parse(await answer.json());
}

/** Three calls of Bash, one of them refused, and one of Read under another skill. */
async function upload(hub: TestHub): Promise<void> {
  const log = createLog();
  const common = { time: new Date().toISOString(), session: "session-1", user: "ana" };
  const call = { tool: "Bash", skills: [sampleSkill], durationMs: 1, ok: true } as const;
  log.add({ ...common, ...call, event: "tool-call-finished", call: "1" });
  log.add({ ...common, ...call, event: "tool-call-finished", call: "2", ok: false });
  log.add({
    ...{ ...common, event: "tool-call-denied", call: "3", tool: "Bash", skills: [sampleSkill], input: {} },
    ...{ layer: "user policy", rule: "Bash(rm *)", reason: "denied-by-rule" },
  });
  const other = { name: "csv", digest: sampleSkill.digest };
  log.add({ ...common, ...call, event: "tool-call-finished", call: "4", tool: "Read", skills: [other] });
  await receiptOf(hub, log.lines);
}

test("facets count the values of entries, and each list keeps the alternatives of its own filter", async () => {
  const hub = await startTestHub();
  await upload(hub);
  const all = await facetsOf(hub, "stream=s");
  expect(all.total).toBe(4);
  expect(all.tools).toEqual([
    { value: "Bash", count: 3 },
    { value: "Read", count: 1 },
  ]);
  expect(all.agents).toEqual([{ value: "laptop", count: 4 }]);
  expect(all.users).toEqual([{ value: "ana", count: 4 }]);
  const refused = await facetsOf(hub, "stream=s&outcome=denied");
  expect([refused.total, refused.tools]).toEqual([1, [{ value: "Bash", count: 1 }]]);
  expect(refused.outcomes.map(({ value }) => value)).toEqual(["ok", "denied", "failed"]);
  expect(refused.skills).toEqual([{ value: "pdf", count: 1 }]);
});

test("a filter by tool finds the calls of the tool, in pages and in exports", async () => {
  const hub = await startTestHub();
  await upload(hub);
  const found = await hub.send("GET", "/api/v1/audit?tool=Read", { token: hub.token });
  const { events } = (await found.json()) as { events: readonly { skill: string }[] };
  expect(events.map(({ skill }) => skill)).toEqual(["csv"]);
  const exported = await hub.send("GET", "/api/v1/audit/export?tool=Read&format=jsonl", { token: hub.token });
  expect((await exported.text()).trim().split("\n")).toHaveLength(1);
});

test("what was erased is in no facet, neither its user nor its tool", async () => {
  const hub = await startTestHub();
  await upload(hub);
  await hub.send("POST", "/api/v1/audit/erase", {
    token: hub.token,
    body: { session: "session-1", reason: "asked to" },
  });
  const facets = await facetsOf(hub, "stream=s");
  expect([facets.total, facets.users, facets.tools]).toEqual([4, [], []]);
});
