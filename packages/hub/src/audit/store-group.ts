import { type ChainEnd, chainStart } from "@skillwright/core/audit";
import type { HubTransaction } from "../database/database.ts";
import { insertRows } from "../database/insert-rows.ts";
import { Refusal } from "../http/refusal.ts";
import {
  claimAgents,
  ownedByAnother,
  ownersOf,
  roomForAgents,
  tooManyAgents,
} from "../state/agent-owners.ts";
import { storeFeedback } from "../usage/store-feedback.ts";
import { growTree, loadEdge, writeCheckpoint } from "./audit-tree.ts";
import type { CheckedUpload, IngestParts } from "./ingest.ts";
import type { CheckedLine } from "./read-upload.ts";
import { addRefusedCalls, addToRollups } from "./rollups.ts";

/** Where the lines of an upload are in the tenant's log. */
export type StoredUpload = {
  /** The last sequence number of the stream that the hub has. */
  readonly sequence: number;
  /** Leaf index of each line. */
  readonly leaves: readonly number[];
  /** A signed checkpoint that covers them, and its size. */
  readonly checkpoint: string;
  readonly size: number;
};

type Known = { readonly hash: string; readonly leaf: number };
/** New lines of a stream in this group; their leaves follow each other too. */
type Run = { readonly lines: readonly CheckedLine[]; readonly sequence: number; readonly leaf: number };
/** A stream as it is in the database, and as it will be after the uploads so far. */
type Stream = {
  end: ChainEnd;
  owner: string | null;
  /** Lines of the uploads that were there before. */
  readonly known: ReadonlyMap<number, Known>;
  readonly runs: Run[];
};
type Placed = {
  readonly upload: CheckedUpload;
  readonly stream: Stream;
  readonly fresh: readonly CheckedLine[];
};

/** Stores the uploads of a group in one transaction; returns a result or a refusal for each. */
export function storeGroup(
  tenant: string,
  uploads: readonly CheckedUpload[],
  { database, key, now }: IngestParts,
): Promise<readonly (StoredUpload | Refusal)[]> {
  return database.write(tenant, async (transaction) => {
    const before = await loadEdge(transaction, tenant);
    const streams = await loadStreams(transaction, tenant, uploads);
    const owners = await ownersOf(transaction, tenant, uploads.map(agentOf));
    const isKnown = uploads.every((upload) => owners.has(agentOf(upload)));
    const room = isKnown ? 0 : await roomForAgents(transaction, tenant);
    const claims = new Map<string, string>();
    let size = before.size;
    const placed = uploads.map((upload): Placed | Refusal => {
      const agent = agentOf(upload);
      const owner = owners.get(agent) ?? claims.get(agent);
      if (owner !== undefined && owner !== upload.owner) return ownedByAnother(`agent ${agent}`);
      if (owner === undefined && claims.size >= room) return tooManyAgents();
      const result = place(upload, streams, { size, shown: before.size });
      if (result instanceof Refusal) return result;
      if (owner === undefined) claims.set(agent, upload.owner);
      size += result.fresh.length;
      return result;
    });
    await claimAgents(transaction, tenant, claims);
    const fresh = placed.flatMap((one) => (one instanceof Refusal ? [] : one.fresh));
    const lineHashes = fresh.map(({ row }) => row.hash);
    const edge = await growTree(transaction, tenant, { edge: before, lineHashes });
    if (fresh.length > 0) {
      const rows = fresh.map(({ row }, index) => ({ tenant, leaf: before.size + index, ...row }));
      await insertRows(transaction, { kind: database.kind, table: "events", rows });
      await writeStreams(transaction, tenant, { placed, now: now() });
      await addToRollups(transaction, tenant, fresh);
      await addRefusedCalls(transaction, tenant, fresh);
      await storeFeedback(transaction, tenant, fresh);
    }
    const checkpoint = await writeCheckpoint(transaction, { tenant, edge, now: now() }, key);
    return placed.map((one) => {
      if (one instanceof Refusal) return one;
      const { upload, stream } = one;
      const leaves = upload.checked.map(({ row }) => findLine(stream, row.sequence)?.leaf ?? -1);
      return { sequence: stream.end.sequence, leaves, checkpoint, size: edge.size };
    });
  });
}

/** A line of a stream: from this group, or from before it. */
function findLine({ runs, known }: Stream, sequence: number): Known | undefined {
  for (const run of runs) {
    const line = run.lines[sequence - run.sequence];
    if (line !== undefined) return { hash: line.row.hash, leaf: run.leaf + sequence - run.sequence };
  }
  return known.get(sequence);
}

/** The agent's id as it is stored. */
function agentOf({ checked }: CheckedUpload): string {
  return checked[0]?.row.agent ?? "";
}

async function loadStreams(
  transaction: HubTransaction,
  tenant: string,
  uploads: readonly CheckedUpload[],
): Promise<ReadonlyMap<string, Stream>> {
  const names = [...new Set(uploads.map(({ stream }) => stream))];
  const rows = await transaction
    .selectFrom("streams")
    .select(["stream", "sequence", "hash", "owner"])
    .where("tenant", "=", tenant)
    .where("stream", "in", names)
    .execute();
  const rowOf = new Map(rows.map((row) => [row.stream, row]));
  const streams = new Map<string, Stream>();
  for (const name of names) {
    const row = rowOf.get(name);
    const end = row === undefined ? chainStart : { sequence: row.sequence, hash: row.hash };
    const known = await loadKnown(
      transaction,
      tenant,
      uploads.filter(({ stream }) => stream === name),
      end,
    );
    streams.set(name, { end, owner: row?.owner ?? null, known, runs: [] });
  }
  return streams;
}

/** The lines of uploads that the hub has already, as after a lost answer. */
async function loadKnown(
  ...[transaction, tenant, uploads, end]: readonly [
    HubTransaction,
    string,
    readonly CheckedUpload[],
    ChainEnd,
  ]
): Promise<ReadonlyMap<number, Known>> {
  const known = new Map<number, Known>();
  for (const { stream, checked } of uploads) {
    const first = checked[0]?.row.sequence ?? 0;
    if (first > end.sequence) continue;
    const rows = await transaction
      .selectFrom("events")
      .select(["sequence", "hash", "leaf"])
      .where("tenant", "=", tenant)
      .where("stream", "=", stream)
      .where("sequence", ">=", first)
      .where("sequence", "<", first + checked.length)
      .execute();
    for (const { sequence, hash, leaf } of rows) known.set(sequence, { hash, leaf });
  }
  return known;
}

type Sizes = {
  /** Leaves after the uploads so far. */
  readonly size: number;
  /** Leaves that an agent can have seen. */
  readonly shown: number;
};

/** What is new in an upload, or why it does not fit the stream. Nothing of a refused upload is stored. */
function place(
  upload: CheckedUpload,
  streams: ReadonlyMap<string, Stream>,
  { size, shown }: Sizes,
): Placed | Refusal {
  const { checked, since = 0 } = upload;
  const stream = streams.get(upload.stream);
  const [first] = checked;
  if (stream === undefined || first === undefined)
    return new Refusal("INVALID_REQUEST", "There are no lines.");
  if (stream.owner !== null && stream.owner !== upload.owner) return ownedByAnother(`log ${upload.stream}`);
  if (since > shown)
    return new Refusal(
      "AUDIT_ROLLED_BACK",
      `This hub's log has ${shown} entries, and you have seen ${since}: it was restored from an older copy.`,
    );
  const { end } = stream;
  const { sequence } = first.row;
  if (sequence > end.sequence + 1)
    return new Refusal(
      "AUDIT_GAP",
      `Line ${end.sequence + 1} is next in this log; the upload starts at ${sequence}.`,
    );
  const repeated = checked.slice(0, end.sequence + 1 - sequence);
  const fresh = checked.slice(repeated.length);
  const [next] = fresh;
  const isFork =
    repeated.some(({ row }) => findLine(stream, row.sequence)?.hash !== row.hash) ||
    (next !== undefined && next.previous !== end.hash);
  if (isFork)
    return new Refusal(
      "AUDIT_FORK",
      `This log differs from what the hub has of it, up to line ${end.sequence}.`,
    );
  const last = fresh.at(-1)?.row;
  stream.owner = upload.owner;
  if (next !== undefined && last !== undefined) {
    stream.runs.push({ lines: fresh, sequence: next.row.sequence, leaf: size });
    stream.end = { sequence: last.sequence, hash: last.hash };
  }
  return { upload, stream, fresh };
}

type Writing = { readonly placed: readonly (Placed | Refusal)[]; readonly now: number };

async function writeStreams(
  transaction: HubTransaction,
  tenant: string,
  { placed, now }: Writing,
): Promise<void> {
  const rows = new Map(
    placed.flatMap((one) => {
      if (one instanceof Refusal || one.fresh.length === 0) return [];
      const { upload, stream } = one;
      const agent = agentOf(upload);
      const { stream: name, owner } = upload;
      return [[name, { tenant, stream: name, agent, owner, started_at: now, ...stream.end }] as const];
    }),
  );
  await transaction
    .insertInto("streams")
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.columns(["tenant", "stream"]).doUpdateSet(({ ref }) => ({
        agent: ref("excluded.agent"),
        owner: ref("excluded.owner"),
        sequence: ref("excluded.sequence"),
        hash: ref("excluded.hash"),
      })),
    )
    .execute();
}
