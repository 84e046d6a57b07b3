import { sign } from "node:crypto";
import {
  type SignedState,
  signedStateSchema,
  stateContext,
  stateDocumentSchema,
} from "@skillwright/core/registry";
import type { z } from "zod";
import { enterprise } from "../access/permissions.ts";
import type { HubTransaction } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { buildState } from "./build-state.ts";

/** Sequence numbers of new state documents, by tenant. */
export type IssuedStates = ReadonlyMap<string, number>;

type Change<Result> = {
  readonly tenant: string;
  /** Makes and records the change. */
  readonly work: (transaction: HubTransaction, now: number) => Promise<Result>;
  /** Runs last, in the same transaction. */
  readonly finish?: (transaction: HubTransaction, result: Result, issued: IssuedStates) => Promise<void>;
};

/**
 * Makes a change that agents must know of: the change, its record and the new state documents are one transaction. A change of the
 * enterprise renews the documents of all tenants.
 */
export async function changeState<Result>(hub: Hub, change: Change<Result>): Promise<Result> {
  const { tenant, work, finish } = change;
  const run = async (transaction: HubTransaction): Promise<[Result, IssuedStates]> => {
    const now = hub.now();
    await expectTenant(transaction, tenant);
    const result = await work(transaction, now);
    const issued = new Map<string, number>();
    for (const one of tenant === enterprise ? await allTenants(transaction) : [tenant])
      issued.set(one, await issueState(transaction, hub, one));
    await finish?.(transaction, result, issued);
    return [result, issued];
  };
  const { database } = hub;
  const [result, issued] =
    tenant === enterprise ? await database.writeAll(run) : await database.write(tenant, run);
  await announce(hub, issued);
  return result;
}

/** What was committed stays so if an announcement fails: hubs also look for new documents each second. */
export async function announce({ database, log }: Hub, issued: IssuedStates): Promise<void> {
  for (const [tenant, sequence] of issued)
    await database
      .announce({ tenant, sequence })
      .catch((error: unknown) =>
        log({ level: "warning", event: "announcement-failed", reason: String(error) }),
      );
}

/** An enterprise's roles reach every tenant, so the name of one that does not exist gets this far. */
export async function expectTenant(transaction: HubTransaction, tenant: string): Promise<void> {
  const row = await transaction
    .selectFrom("tenants")
    .select("id")
    .where("id", "=", tenant)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND", `No tenant named ${tenant}.`);
}

async function allTenants(transaction: HubTransaction): Promise<readonly string[]> {
  const rows = await transaction.selectFrom("tenants").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/**
 * Builds, signs and stores the next document of a tenant. Its number is the time in milliseconds, or one more than the last if that is
 * higher. So it is above every number that was handed out before, even if the database is an older copy and does not know them.
 */
export async function issueState(transaction: HubTransaction, hub: Hub, tenant: string): Promise<number> {
  const { last } = await transaction
    .selectFrom("states")
    .select(({ fn }) => fn.max("sequence").as("last"))
    .where("tenant", "=", tenant)
    .executeTakeFirstOrThrow();
  const now = hub.now();
  const sequence = Math.max(Number(last ?? 0) + 1, now);
  const { settings, key } = hub;
  const state = await buildState(transaction, { tenant, sequence, settings, now });
  expectReadable(stateDocumentSchema, state);
  const document = JSON.stringify(state);
  const signed: SignedState = {
    ...{ document, key: key.id },
    signature: sign(null, Buffer.from(stateContext + document), key.privateKey).toString("base64"),
  };
  expectReadable(signedStateSchema, signed);
  await transaction
    .insertInto("states")
    .values({
      ...{ tenant, sequence, document: JSON.stringify(signed) },
      ...{ issued_at: Date.parse(state.issuedAt), expires_at: Date.parse(state.expiresAt) },
    })
    .execute();
  await transaction
    .deleteFrom("states")
    .where("tenant", "=", tenant)
    .where("sequence", "<=", (query) =>
      query
        .selectFrom("states")
        .select("sequence")
        .where("tenant", "=", tenant)
        .orderBy("sequence", "desc")
        .offset(hubLimits.keptStates)
        .limit(1),
    )
    .execute();
  return sequence;
}

/** Agents refuse a document that they cannot read, and with it every later revocation; so the change that would lead to it is refused. */
function expectReadable(schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value);
  if (error === undefined) return;
  const { path = [], message = "" } = error.issues[0] ?? {};
  throw new Refusal("CONFLICT", `Agents could not read the state document: ${path.join(".")}: ${message}`);
}

/** Makes every document due: the next one is issued before anyone reads it. How long agents may go on with theirs stays known. */
export async function outdateStates(transaction: HubTransaction): Promise<void> {
  await transaction
    .updateTable("states")
    .set((column) => ({ issued_at: 0, expires_at: column("expires_at", "-", column.ref("issued_at")) }))
    .where("issued_at", ">", 0)
    .execute();
}
