import { describe, expect, test } from "vitest";
import { openDatabases } from "./test-databases.ts";
import { applyPolicy, startGovernedHub } from "./test-governance.ts";

const script = { "scripts/run.sh": "#!/bin/sh\ncurl https://api.example.com/v1\n" };
const needsApproval = { skills: { requireApprovalFor: ["scripts"], approvalDays: 30 } };

describe.each(await openDatabases())("approvals on %s", (_, open) => {
  async function start() {
    const governed = await startGovernedHub(await open());
    const admin = await governed.person("ann", { role: "admin" });
    const publisher = await governed.person("pat", { role: "publisher" });
    const reviewer = await governed.person("rex", { role: "reviewer" });
    await applyPolicy(governed, admin, needsApproval);
    return { ...governed, admin, publisher, reviewer };
  }

  test("S3-45: a version with scripts waits for a reviewer, who sees what is new, and is then offered", async () => {
    const { call, publish, publisher, reviewer } = await start();
    await publish(publisher, { name: "pdf", version: "1.0.0", fields: "allowed-tools: Read\n" });
    await publish(publisher, {
      ...{ name: "pdf", version: "1.1.0", fields: "allowed-tools: Read WebFetch\n", files: script },
      body: "# Title\n\nRead it twice.\n",
    });
    const offered = async () =>
      (await call(publisher, "GET /api/v1/skills/pdf")).json.versions.map(
        (one: { version: string }) => one.version,
      );
    expect(await offered()).toEqual(["1.0.0"]);

    const { json: queue } = await call(reviewer, "GET /api/v1/approvals");
    expect(queue.approvals).toEqual([
      expect.objectContaining({
        ...{
          name: "pdf",
          version: "1.1.0",
          state: "pending",
          askedBy: "person:pat",
          publisher: "person:pat",
        },
        asks: ["requireApprovalFor: scripts"],
      }),
    ]);
    const [{ id, digest }] = queue.approvals;
    const { json: review } = await call(reviewer, `GET /api/v1/approvals/${id}`);
    expect(review).toMatchObject({
      comparedWith: "1.0.0",
      scan: { verdict: "pass", reasons: [], unread: [] },
      verdictBefore: "pass",
      verdict: {
        effect: "ask",
        reasons: [{ rule: "requireApprovalFor: scripts", reason: "it has the script scripts/run.sh" }],
      },
      change: {
        ...{ moreTools: ["WebFetch"], moreScripts: ["scripts/run.sh"], moreHosts: ["api.example.com"] },
      },
      files: [
        { path: "SKILL.md", change: "changed", isScript: false, after: expect.stringContaining("twice") },
        { path: "scripts/run.sh", change: "added", isScript: true, after: script["scripts/run.sh"] },
      ],
    });
    expect(review.undecidable).toBeUndefined();
    const decision = { decision: "approved", digest, comment: "Fine." };
    const decided = await call(reviewer, `POST /api/v1/approvals/${id}/decision`, decision);
    expect(decided).toMatchObject({
      status: 200,
      json: {
        state: "approved",
        decidedBy: "person:rex",
        comment: "Fine.",
        expiresAt: "2026-03-31T00:00:00.000Z",
      },
    });
    expect(await offered()).toEqual(expect.arrayContaining(["1.0.0", "1.1.0"]));
  });

  test("a rejected version is not offered, and may be asked for again; a withdrawn request makes a draft", async () => {
    const { call, publish, publisher, reviewer, database } = await start();
    await publish(publisher, { name: "pdf", version: "1.0.0", files: script });
    const state = async () =>
      (await database.read.selectFrom("versions").select("state").executeTakeFirstOrThrow()).state;
    const pending = async () => (await call(reviewer, "GET /api/v1/approvals")).json.approvals[0];
    const first = await pending();
    const rejected = { decision: "rejected", digest: first.digest, comment: "No." };
    await call(reviewer, `POST /api/v1/approvals/${first.id}/decision`, rejected);
    expect(await state()).toBe("rejected");
    const ask = "POST /api/v1/skills/pdf/versions/1.0.0/approvals";
    expect((await call(publisher, ask, { reason: "Please look again." })).status).toBe(201);
    expect((await call(publisher, ask)).status).toBe(409);
    const second = await pending();
    expect(second).toMatchObject({ reason: "Please look again.", askedBy: "person:pat" });
    expect((await call(publisher, `POST /api/v1/approvals/${second.id}/withdrawal`)).status).toBe(200);
    expect(await state()).toBe("draft");
  });

  test("an approval that expires returns to the queue, and an unexpired one stands", async () => {
    const { call, publish, publisher, reviewer, clock } = await start();
    await publish(publisher, { name: "pdf", version: "1.0.0", files: script });
    const [first] = (await call(reviewer, "GET /api/v1/approvals")).json.approvals;
    await call(reviewer, `POST /api/v1/approvals/${first.id}/decision`, {
      decision: "approved",
      digest: first.digest,
    });
    const queue = async () => (await call(reviewer, "GET /api/v1/approvals")).json.approvals;
    clock.time += 29 * 86_400_000;
    expect(await queue()).toEqual([]);
    clock.time += 2 * 86_400_000;
    expect(await queue()).toEqual([
      expect.objectContaining({ name: "pdf", askedBy: "hub", state: "pending" }),
    ]);
    expect((await call(publisher, "GET /api/v1/skills/pdf")).json.versions).toEqual([]);
  });

  test("a policy that now asks for more brings an approved version back; taking the policy back restores it", async () => {
    const { call, publish, admin, publisher, reviewer, database } = await start();
    await publish(publisher, { name: "pdf", version: "1.0.0", files: script });
    const [first] = (await call(reviewer, "GET /api/v1/approvals")).json.approvals;
    await call(reviewer, `POST /api/v1/approvals/${first.id}/decision`, {
      decision: "approved",
      digest: first.digest,
    });
    const state = async () =>
      (await database.read.selectFrom("versions").select("state").executeTakeFirstOrThrow()).state;
    expect(await state()).toBe("approved");
    await applyPolicy({ call }, admin, { skills: { block: { names: ["pd?"] } } });
    expect(await state()).toBe("rejected");
    await call(admin, "POST /api/v1/policies/1/activate");
    expect(await state()).toBe("approved");
    await applyPolicy({ call }, admin, { skills: { requireApprovalFor: ["scripts", "external-apis"] } });
    expect(await state()).toBe("pending");
    const queue = async () => (await call(reviewer, "GET /api/v1/approvals")).json.approvals;
    expect(await queue()).toHaveLength(1);
    const restored = await call(admin, "POST /api/v1/policies/1/activate");
    expect(restored.json.changed).toEqual({ approved: 1 });
    expect([await state(), await queue()]).toEqual(["approved", []]);
  });

  test("a request is not in the queue while a policy approves its version without it", async () => {
    const { call, publish, admin, publisher, reviewer } = await start();
    await publish(publisher, { name: "pdf", version: "1.0.0", files: script });
    const queue = async () => (await call(reviewer, "GET /api/v1/approvals")).json.approvals.length;
    expect(await queue()).toBe(1);
    await applyPolicy({ call }, admin, {});
    expect(await queue()).toBe(0);
    await call(admin, "POST /api/v1/policies/1/activate");
    expect(await queue()).toBe(1);
  });

  test("what a policy made the hub ask for is decided for good: taking the policy back changes no decision", async () => {
    const { call, publish, admin, publisher, reviewer, database } = await start();
    await publish(publisher, { name: "pdf", version: "1.0.0", files: script });
    const decide = async (decision: string) => {
      const [{ id, digest }] = (await call(reviewer, "GET /api/v1/approvals")).json.approvals;
      await call(reviewer, `POST /api/v1/approvals/${id}/decision`, { decision, digest });
    };
    await decide("approved");
    await applyPolicy({ call }, admin, { skills: { requireApprovalFor: ["scripts", "external-apis"] } });
    await decide("rejected");
    await call(admin, "POST /api/v1/policies/1/activate");
    const { state } = await database.read.selectFrom("versions").select("state").executeTakeFirstOrThrow();
    expect(state).toBe("rejected");
  });

  test("a rejection that comes after another reviewer's approval does not take it back by mistake", async () => {
    const { call, publish, publisher, reviewer } = await start();
    await publish(publisher, { name: "raced", version: "1.0.0", files: script });
    const [{ id, digest }] = (await call(reviewer, "GET /api/v1/approvals")).json.approvals;
    const decide = (decision: string, was: string) =>
      call(reviewer, `POST /api/v1/approvals/${id}/decision`, { decision, digest, was });
    expect((await decide("approved", "pending")).status).toBe(200);
    expect(await decide("rejected", "pending")).toMatchObject({
      ...{ status: 409, json: { error: { message: "The request is already approved." } } },
    });
    expect((await decide("rejected", "approved")).json.state).toBe("rejected");
  });

  test("several requests are decided at once, and each fails by itself", async () => {
    const { call, publish, publisher, reviewer } = await start();
    for (const name of ["one", "two"]) await publish(publisher, { name, version: "1.0.0", files: script });
    const { approvals } = (await call(reviewer, "GET /api/v1/approvals")).json;
    const wanted = approvals.map(({ id, digest }: { id: string; digest: string }) => ({ id, digest }));
    const { json } = await call(reviewer, "POST /api/v1/approvals/decisions", {
      ...{ decision: "approved", comment: "Both." },
      approvals: [...wanted, { id: "none", digest: wanted[0].digest }],
    });
    expect(json.results).toEqual([
      { id: wanted[0].id, state: "approved" },
      { id: wanted[1].id, state: "approved" },
      { id: "none", error: { code: "NOT_FOUND", message: "There is no such request for approval." } },
    ]);
  });
});
