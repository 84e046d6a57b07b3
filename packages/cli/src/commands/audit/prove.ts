import { writeFileSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import { formatProofFile, parseRecord } from "@skillwright/core/audit";
import { createNodeFileSystem, toFileError } from "@skillwright/core/node";
import { auditProofSchema } from "@skillwright/core/registry";
import { printable } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import { readAuditLines } from "../../input/audit-lines.ts";
import type { Io } from "../../io.ts";
import { callHub } from "../../registries/call-hub.ts";
import { openRegistries, type Registries } from "../../registries/open-registries.ts";
import { readUploadStates } from "../../registries/upload-state.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import type { AuditLog, AuditRequest } from "./log.ts";

/** `audit prove`: writes a file that proves offline that records are in the hub's log. */
export async function proveAudit({ log, invocation, io }: AuditRequest): Promise<number> {
  const { first, last } = readSequences(invocation);
  const name = invocation.option("output") ?? `audit-${first}${last === first ? "" : `-${last}`}.tlog-proof`;
  const registries = openRegistries(io);
  try {
    const stream = invocation.option("stream");
    const target = stream === undefined ? ownStream(log, registries) : { stream, tenant: undefined };
    // A line of another machine comes from the hub, one of this log from here: the hub may have erased it.
    const lines = stream === undefined ? await readOwnLines({ log, io }, { first, last }) : new Map();
    const proofs: string[] = [];
    for (let sequence = first; sequence <= last; sequence++)
      proofs.push(await proveOne(registries, { ...target, sequence, line: lines.get(sequence) }));
    const path = absolutePath(name, io.cwd, io.place.home);
    try {
      writeFileSync(path, proofs.join(""), { flag: "wx" });
    } catch (error) {
      throw toFileError(name, error);
    }
    const result = { version: 1, file: name, stream: target.stream, first, last };
    const text = `Wrote ${name}. Anyone with the hub's key can check it: skillwright audit verify --proof ${name}\n`;
    await io.out(invocation.flag("json") ? `${safeJson(result, 2)}\n` : text);
    return exitCode.ok;
  } finally {
    registries.http.close();
  }
}

type Sequences = { readonly first: number; readonly last: number };

function readSequences(invocation: Invocation): Sequences {
  const text = invocation.option("sequence");
  if (text === undefined) throw new UsageError("audit prove requires --sequence N or --sequence N-M.");
  const [, first, last = first] = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(text) ?? [];
  const sequences = { first: Number(first), last: Number(last) };
  const count = sequences.last - sequences.first + 1;
  if (first !== undefined && count >= 1 && count <= mostProofs) return sequences;
  throw new UsageError(
    `--sequence expects a number or a range of at most ${mostProofs}, such as 7 or 7-9; found '${printable(text)}'.`,
  );
}

/** Each one is a request. */
const mostProofs = 100;

type Target = { readonly stream: string; readonly tenant: string | undefined };

/** The name under which this log was uploaded. */
function ownStream({ path }: AuditLog, { hub }: Registries): Target {
  const states = path === undefined ? [] : readUploadStates(createNodeFileSystem(), path);
  const state = states.find((one) => one.hub === hub && one.stream !== "");
  if (state !== undefined) return state;
  throw new UsageError(
    "this log was not uploaded to the hub; run `skillwright audit push`, or name another log with --stream.",
  );
}

async function readOwnLines(
  { log, io }: Pick<AuditRequest, "log"> & { readonly io: Io },
  { first, last }: Sequences,
): Promise<ReadonlyMap<number, string>> {
  const lines = new Map<number, string>();
  for await (const { text } of readAuditLines(log, io)) {
    const record = text === undefined ? undefined : parseRecord(text);
    if (text === undefined || record === undefined || record.sequence < first) continue;
    if (record.sequence > last) break;
    lines.set(record.sequence, text);
  }
  return lines;
}

type Proving = Target & { readonly sequence: number; readonly line: string | undefined };

async function proveOne(
  registries: Registries,
  { stream, tenant, sequence, line }: Proving,
): Promise<string> {
  const query = new URLSearchParams({ stream, sequence: String(sequence), ...(tenant && { tenant }) });
  const proof = await callHub(registries, {
    ...{ method: "GET", path: `api/v1/audit/proof?${query}`, schema: auditProofSchema },
  });
  const text = line ?? proof.line;
  if (text === undefined)
    throw new SkillError("hub-refused", {
      hub: registries.hub ?? "",
      code: "ERASED",
      reason: `record ${sequence} was erased, or you may not read it, and it is not in the log here`,
    });
  const hashes = proof.hashes.map((hash) => Buffer.from(hash, "base64"));
  return formatProofFile({ line: text, leaf: proof.leaf, proof: hashes, checkpoint: proof.checkpoint });
}
