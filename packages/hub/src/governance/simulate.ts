import { posix } from "node:path";
import { combinePolicies, decide, type PolicyLayer } from "@skillwright/core/policy";
import { readToolCalls, type SimulatedEvent, type Simulation } from "@skillwright/core/registry";
import { isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import type { EventRow, VersionRow } from "../database/tables.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import type { EffectivePolicy } from "./active-policy.ts";
import { covers } from "./lifecycle.ts";
import { judgeRow, lastApproval, toLastApproval } from "./settle-version.ts";

type Tally = {
  events: number;
  readonly activations: { total: number; refused: number; unapproved: number };
  readonly calls: { total: number; denied: number; asked: number; allowed: number };
  readonly samples: SimulatedEvent[];
};

type Context = {
  readonly hub: Hub;
  readonly tenant: string;
  readonly policy: EffectivePolicy;
  readonly layers: readonly PolicyLayer[];
  readonly tally: Tally;
  /** What was found out about a digest: months of events are about few versions. */
  readonly known: Map<string, Judged>;
};

type Judged = { readonly effect: "allow" | "ask" | "deny"; readonly reason: string };

/** Decides last month's recorded activations and tool calls again, under another policy. Reads a bounded number, the newest first. */
export async function simulate(hub: Hub, tenant: string, policy: EffectivePolicy): Promise<Simulation> {
  const since = hub.now() - hubLimits.lookBackDays * 86_400_000;
  const texts = policy.policies.flatMap(({ toolCalls }) => toolCalls ?? []);
  const { layers } = combinePolicies(texts.map(readToolCalls));
  const tally: Tally = {
    events: 0,
    activations: { total: 0, refused: 0, unapproved: 0 },
    calls: { total: 0, denied: 0, asked: 0, allowed: 0 },
    samples: [],
  };
  const context: Context = { hub, tenant, policy, layers, tally, known: new Map() };
  let before: number | undefined;
  let page: readonly EventRow[];
  do {
    page = await readPage(hub, { tenant, since, before });
    for (const row of page) await simulateEvent(row, context);
    before = page.at(-1)?.leaf;
  } while (page.length === pageEvents && tally.events < hubLimits.simulatedEvents);
  const isPartial = page.length === pageEvents;
  return { since: new Date(since).toISOString(), isPartial, ...tally };
}

const pageEvents = 500;
const kinds = ["skill-activated", "tool-call-allowed", "tool-call-denied"];

type Page = { readonly tenant: string; readonly since: number; readonly before: number | undefined };

async function readPage(hub: Hub, { tenant, since, before }: Page): Promise<readonly EventRow[]> {
  return hub.database.read
    .selectFrom("events")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("time", ">=", since)
    .where("kind", "in", kinds)
    .where("leaf", "<", before ?? Number.MAX_SAFE_INTEGER)
    .orderBy("leaf", "desc")
    .limit(pageEvents)
    .execute();
}

/** An erased event has nothing to decide on. */
async function simulateEvent(row: EventRow, context: Context): Promise<void> {
  context.tally.events++;
  const event = row.body === null ? undefined : parseJson(row.body);
  if (!isJsonObject(event)) return;
  if (row.kind === "skill-activated") await simulateActivation(row, context);
  else simulateCall(row, event, context);
}

async function simulateActivation(row: EventRow, context: Context): Promise<void> {
  const { activations } = context.tally;
  activations.total++;
  const digest = row.digest ?? "";
  const judged = context.known.get(digest) ?? (await judgeDigest(row, context));
  context.known.set(digest, judged);
  if (judged.effect === "allow") return;
  if (judged.effect === "deny") activations.refused++;
  else activations.unapproved++;
  addSample(row, context, { what: "activation", subject: digest, ...judged });
}

/** Content that the hub does not know is none of its business, unless only approved content may be activated. */
async function judgeDigest({ digest }: EventRow, context: Context): Promise<Judged> {
  const { hub, tenant, policy } = context;
  const rows: readonly VersionRow[] = await hub.database.read
    .selectFrom("versions")
    .selectAll()
    .where("digest", "=", digest ?? "")
    .where("tenant", "in", [tenant, "enterprise"])
    .limit(hubLimits.samples)
    .execute();
  const [version] = rows;
  if (version === undefined)
    return policy.rules.approvedOnly && digest !== null
      ? { effect: "deny", reason: "it is not a version of the hub, and approvedOnly is set" }
      : { effect: "allow", reason: "" };
  const verdict = judgeRow(version, policy);
  const reason = verdict.reasons.map((one) => one.reason).join("; ");
  if (verdict.effect !== "ask") return { effect: verdict.effect, reason };
  const last = await lastApproval(hub.database.read, version);
  const isCovered = last && covers(toLastApproval(last), { version, verdict, now: hub.now() });
  return isCovered ? { effect: "allow", reason } : { effect: "ask", reason };
}

/** Only the organization's rules are compared: which skill was active is in the log, its lists are not. */
function simulateCall(row: EventRow, event: JsonObject, context: Context): void {
  const { calls } = context.tally;
  calls.total++;
  if (typeof event.tool !== "string") return;
  const request = {
    ...{ tool: event.tool, input: event.input, workspace },
    resolvePath: (path: string) => posix.resolve(workspace, path),
  };
  const { effect, rule, reason } = decide(request, context.layers);
  const wasAllowed = row.kind === "tool-call-allowed";
  // A call that a person approved then would have been asked about again.
  if (effect === "allow") {
    const isByPolicy = event.layer === "organisation";
    if (wasAllowed || !isByPolicy) return;
    calls.allowed++;
  } else if (!wasAllowed) return;
  else if (effect === "deny") calls.denied++;
  else calls.asked++;
  const subject = `${event.tool} ${JSON.stringify(event.input ?? {})}`.slice(0, 300);
  addSample(row, context, { what: "call", subject, effect, reason: `${reason}: ${rule}` });
}

/** Recorded paths are absolute or inside the workspace, whose place does not matter to the organization's rules. */
const workspace = "/workspace";

type Sample = Pick<SimulatedEvent, "what" | "subject" | "effect" | "reason">;

function addSample(row: EventRow, { tally }: Context, sample: Sample): void {
  if (tally.samples.length >= hubLimits.simulationSamples) return;
  const time = new Date(row.time).toISOString();
  tally.samples.push({ time, skill: row.skill ?? "", agent: row.agent, ...sample });
}
