import { expect, test } from "vitest";
import { applyPolicy, type GovernedHub, startGovernedHub } from "./test-governance.ts";

/** Events as agents upload them. */
async function record({ database, clock }: GovernedHub, events: readonly Record<string, unknown>[]) {
  await database.write("red", async (transaction) => {
    for (const [index, event] of events.entries()) {
      const {
        skill,
        skills,
        at = 0,
        ...body
      } = event as {
        skill?: { name: string; digest: string };
        skills?: readonly { name: string; digest: string }[];
        at?: number;
        event?: string;
      };
      const about = skill ?? skills?.[0];
      await transaction
        .insertInto("events")
        .values({
          ...{ tenant: "red", stream: "laptop", sequence: index + 1, leaf: 1000 + index },
          ...{ time: clock.time - at, received_at: clock.time, kind: String(body.event), session: "s" },
          ...{ skill: about?.name ?? null, digest: about?.digest ?? null, person: null, agent: "laptop" },
          ...{ outcome: null, body: JSON.stringify({ ...event, at: undefined }), hash: "" },
        })
        .execute();
    }
  });
}

test("a policy is tried on the last month's audit log before it takes effect", async () => {
  const governed = await startGovernedHub();
  const { call, publish, service, database } = governed;
  const admin = await service("admin");
  await publish(admin, { name: "pdf", version: "1.0.0", files: { "scripts/run.sh": "#!/bin/sh\n" } });
  const { digest } = await database.read.selectFrom("versions").select("digest").executeTakeFirstOrThrow();
  const pdf = { name: "pdf", digest };
  const other = { name: "other", digest: `sha256:${"0".repeat(64)}` };
  const day = 86_400_000;
  const call1 = (command: string) => ({ tool: "Bash", input: { command }, skills: [pdf] });
  await record(governed, [
    { event: "skill-activated", skill: pdf },
    { event: "skill-activated", skill: pdf, at: 30 * day },
    { event: "skill-activated", skill: other },
    // Too long ago to count.
    { event: "skill-activated", skill: pdf, at: 40 * day },
    { event: "tool-call-allowed", ...call1("git status") },
    { event: "tool-call-allowed", ...call1("git push origin main") },
    { event: "tool-call-allowed", ...call1("curl https://a.dev") },
    { event: "tool-call-denied", ...call1("git push"), layer: "organisation" },
    { event: "tool-call-denied", ...call1("rm -rf /"), layer: "skill pdf" },
    { event: "tool-call-finished", ...call1("git status") },
  ]);
  const simulate = async (policy: object) =>
    (await call(admin, "POST /api/v1/policies/simulate", { policy: { version: 1, ...policy } })).json;
  expect(await simulate({})).toMatchObject({
    ...{ events: 8, isPartial: false, activations: { total: 3, refused: 0, unapproved: 0 } },
    // What the organization refused would be allowed; what a skill's list refused still is.
    calls: { total: 5, denied: 0, asked: 0, allowed: 1 },
  });
  const strict = await simulate({
    skills: { requireApprovalFor: ["scripts"], approvedOnly: true },
    toolCalls: "version: 1\ndeny: ['Bash(git push:*)']\nask: ['Bash(curl:*)']\n",
  });
  expect(strict).toMatchObject({
    activations: { total: 3, refused: 1, unapproved: 2 },
    calls: { total: 5, denied: 1, asked: 1, allowed: 0 },
  });
  expect(strict.samples).toContainEqual(
    expect.objectContaining({
      ...{ what: "call", effect: "deny", skill: "pdf", agent: "laptop" },
      ...{ subject: 'Bash {"command":"git push origin main"}', reason: "denied-by-rule: Bash(git push:*)" },
    }),
  );
  expect(strict.samples).toContainEqual(
    expect.objectContaining({
      what: "activation",
      effect: "ask",
      reason: "it has the script scripts/run.sh",
    }),
  );
  // Nothing took effect.
  expect((await call(admin, "GET /api/v1/policies/active")).json).toEqual({ names: {} });
  expect((await call(admin, "GET /api/v1/policies")).json).toEqual({ policies: [], names: {} });
});

test("the enterprise's policy takes part in every simulation, and a tenant's cannot loosen it", async () => {
  const governed = await startGovernedHub();
  const { call, service } = governed;
  const root = await service("admin", { tenant: "enterprise" });
  const admin = await service("admin");
  await applyPolicy(governed, root, { toolCalls: "version: 1\ndeny: [WebFetch]\n" });
  await record(governed, [{ event: "tool-call-allowed", tool: "WebFetch", input: { url: "https://a.dev" } }]);
  const policy = { version: 1, toolCalls: "version: 1\nallow: [WebFetch]\n" };
  const { json } = await call(admin, "POST /api/v1/policies/simulate", { policy });
  expect(json.calls).toMatchObject({ total: 1, denied: 1 });
});

test("an invalid policy is refused with the reason, and versions are kept and activated again", async () => {
  const { call, service } = await startGovernedHub();
  const admin = await service("admin");
  const refused = await call(admin, "POST /api/v1/policies", {
    policy: { version: 1, toolCalls: "version: 1\ndeny: ['Bash(git']\n" },
  });
  expect(refused).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining("expected one tool") } },
  });
  await applyPolicy({ call }, admin, { skills: { approvalDays: 1 } });
  await applyPolicy({ call }, admin, { skills: { approvalDays: 2 } });
  await call(admin, "POST /api/v1/policies/1/activate");
  expect((await call(admin, "GET /api/v1/policies")).json.policies).toMatchObject([
    { version: 2, isActive: false, policy: { skills: { approvalDays: 2 } } },
    { version: 1, isActive: true, policy: { skills: { approvalDays: 1 } } },
  ]);
  expect((await call(admin, "POST /api/v1/policies/7/activate")).status).toBe(404);
  expect((await call(admin, "POST /api/v1/policies/one/activate")).status).toBe(404);
});
