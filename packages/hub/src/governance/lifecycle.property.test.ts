import fc from "fast-check";
import { expect, test } from "vitest";
import { applyPolicy, startGovernedHub } from "./test-governance.ts";

// Random sequences of requests, decisions, policies and time, against a model that knows nothing of the code: a list of what happened.

type Request = { state: string; until: number; asks: readonly string[] };
/** `requests` are those that a person made or decided. */
type Model = { requests: Request[]; asks: readonly string[]; isBlocked: boolean; time: number };

const day = 86_400_000;
const policies = {
  open: {},
  scripts: { requireApprovalFor: ["scripts"], approvalDays: 10 },
  more: { requireApprovalFor: ["scripts", "external-apis"], approvalDays: 10 },
  blocked: { block: { names: ["pdf"] } },
} as const;
const asksOf = { open: [], scripts: ["scripts"], more: ["scripts", "external-apis"], blocked: [] } as const;

/** What the state should be, told as the documentation tells it. */
function expected({ requests, asks, isBlocked, time }: Model): string {
  const last = requests.at(-1);
  if (isBlocked || last?.state === "rejected") return "rejected";
  if (asks.length === 0) return "approved";
  if (last === undefined || last.state === "withdrawn") return "draft";
  const isGood =
    last.state === "approved" && last.until > time && asks.every((one) => last.asks.includes(one));
  return isGood ? "approved" : "pending";
}

/** What waits for a decision; the hub asks by itself for what is approved no longer, until it is approved again. */
function openRequest(model: Model): Request | undefined {
  const last = model.requests.at(-1);
  if (last?.state === "pending") return last;
  return expected(model) === "pending" ? { state: "pending", until: 0, asks: model.asks } : undefined;
}

function statusFor(last: Request | undefined, isPossible: boolean): number {
  if (last === undefined) return 404;
  return isPossible ? 200 : 409;
}

const step = fc.oneof(
  fc.constantFrom("request", "approve", "reject", "withdraw"),
  fc.constantFrom(...(Object.keys(policies) as (keyof typeof policies)[])).map((name) => `policy ${name}`),
  fc.constantFrom("wait 4", "wait 11"),
);

/** Most sequences begin with something to lose. */
const beginning = fc.constantFrom<readonly string[]>(
  [],
  ["policy scripts", "request"],
  ["policy scripts", "request", "approve"],
  ["policy scripts", "request", "approve"],
);

test("every sequence of requests, decisions, policies and waiting leads to the state of the model", async () => {
  await fc.assert(
    fc.asyncProperty(beginning, fc.array(step, { minLength: 4, maxLength: 12 }), async (first, later) => {
      const steps = [...first, ...later];
      const { call, publish, person, clock, database } = await startGovernedHub();
      {
        const admin = await person("ann", { role: "admin" });
        const publisher = await person("pat", { role: "publisher" });
        const reviewer = await person("rex", { role: "reviewer" });
        await publish(publisher, {
          ...{ name: "pdf", version: "1.0.0" },
          files: { "scripts/run.sh": "#!/bin/sh\ncurl https://api.example.com\n" },
        });
        const model: Model = { requests: [], asks: [], isBlocked: false, time: clock.time };
        for (const one of steps) {
          const last = model.requests.at(-1);
          const { id, digest } = (await database.read
            .selectFrom("approvals")
            .select(["id", "digest"])
            .orderBy("asked_at", "desc")
            .executeTakeFirst()) ?? { id: "none", digest: `sha256:${"0".repeat(64)}` };
          const decide = (decision: string) =>
            call(reviewer, `POST /api/v1/approvals/${id}/decision`, { decision, digest });
          const open = openRequest(model);
          /** What is decided counts from now on, whoever asked for it. */
          const settle = (request: Request, state: string): void => {
            request.state = state;
            if (request !== last) model.requests.push(request);
          };
          if (one === "request") {
            const { status } = await call(publisher, "POST /api/v1/skills/pdf/versions/1.0.0/approvals");
            const isPossible = !model.isBlocked && open === undefined && expected(model) !== "approved";
            expect(status).toBe(isPossible ? 201 : 409);
            if (isPossible) model.requests.push({ state: "pending", until: 0, asks: model.asks });
          } else if (one === "approve" || one === "reject") {
            const { status } = await decide(one === "approve" ? "approved" : "rejected");
            const target = open ?? (one === "reject" && last?.state === "approved" ? last : undefined);
            const isPossible = target !== undefined && !(one === "approve" && model.isBlocked);
            expect(status).toBe(statusFor(last, isPossible));
            if (isPossible) {
              settle(target, one === "approve" ? "approved" : "rejected");
              target.until =
                one === "approve" && model.asks.length > 0 ? clock.time + 10 * day : Number.POSITIVE_INFINITY;
              target.asks = model.asks;
            }
          } else if (one === "withdraw") {
            const { status } = await call(publisher, `POST /api/v1/approvals/${id}/withdrawal`);
            expect(status).toBe(statusFor(last, open !== undefined));
            if (open) settle(open, "withdrawn");
          } else if (one.startsWith("policy ")) {
            const name = one.slice("policy ".length) as keyof typeof policies;
            await applyPolicy({ call }, admin, { skills: policies[name] });
            model.asks = asksOf[name];
            model.isBlocked = name === "blocked";
          } else {
            clock.time += Number(one.slice("wait ".length)) * day;
            model.time = clock.time;
            // Reading the queue evaluates what has expired.
            await call(reviewer, "GET /api/v1/approvals");
            if (last?.state === "approved" && last.until <= model.time) last.state = "expired";
          }
          const { state } = await database.read
            .selectFrom("versions")
            .select("state")
            .executeTakeFirstOrThrow();
          expect([one, state]).toEqual([one, expected(model)]);
        }
      }
    }),
    { numRuns: Number(process.env.SKILLWRIGHT_LONG_TESTS ?? 0) > 0 ? 300 : 15 },
  );
});
