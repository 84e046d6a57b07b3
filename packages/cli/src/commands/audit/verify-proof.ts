import {
  type Checkpoint,
  createTreeHash,
  entryOf,
  type NoteVerifier,
  openCheckpoint,
  type ProofFile,
  parseProofFile,
  parseRecord,
  parseVerifierKey,
  readLink,
  splitProofFiles,
  verifyInclusion,
} from "@skillwright/core/audit";
import {
  createNodeFileSystem,
  createNoteVerifier,
  nodeSha256,
  nodeSha256Bytes,
} from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { readPinFile } from "@skillwright/runtime";
import { UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { stateVerifier } from "../../registries/upload-audit.ts";
import { readUploadStates } from "../../registries/upload-state.ts";
import { userHubFolder } from "../../session/hub-folders.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import type { AuditLog, AuditRequest } from "./log.ts";

/** `audit verify --proof FILE`: whether records are in a hub's log, without asking the hub. */
export async function verifyProof({ log, invocation, io }: AuditRequest): Promise<number> {
  const file = invocation.option("proof") ?? "";
  const keys = readKeys(invocation.option("key"), log, io);
  const { bytes } = createNodeFileSystem().read(absolutePath(file, io.cwd, io.place.home), longestFile);
  const parts = splitProofFiles(new TextDecoder().decode(bytes)).slice(0, mostProofs);
  const verdicts = (parts.length === 0 ? [""] : parts).map((part) => judge(parseProofFile(part), keys));
  const isProved = verdicts.every(({ fault }) => fault === undefined);
  const json = { version: 1, file, proved: isProved, proofs: verdicts.map(toJson) };
  await io.out(
    invocation.flag("json") ? `${safeJson(json, 2)}\n` : verdicts.map((one) => toLine(one, io)).join(""),
  );
  return isProved ? exitCode.ok : exitCode.findings;
}

const longestFile = 268_435_456;
const mostProofs = 100;

/** A key that was given, otherwise those that login or an upload of this log pinned. */
function readKeys(text: string | undefined, { path }: AuditLog, io: Io): readonly NoteVerifier[] {
  if (text === undefined) {
    const fs = createNodeFileSystem();
    const states = path === undefined ? [] : readUploadStates(fs, path);
    const pin = readPinFile(fs, userHubFolder(io));
    const pinned = pin === undefined ? [] : [createNoteVerifier(decodeKey(pin.key))];
    return [...pinned, ...states.flatMap((state) => stateVerifier(state) ?? [])];
  }
  const publicKey = parseVerifierKey(text, nodeSha256Bytes)?.publicKey ?? decodeKey(text);
  if (publicKey.length === 32) return [createNoteVerifier(publicKey)];
  throw new UsageError(
    `--key expects a hub's public key, key:… or NAME+HASH+KEY; found '${printable(text)}'.`,
  );
}

function decodeKey(id: string): Uint8Array {
  return Buffer.from(id.replace(/^key:/, ""), "base64url");
}

type ProofFault = "unreadable" | "line-changed" | "no-key" | "not-signed" | "not-included";

type Verdict = {
  readonly fault?: ProofFault;
  readonly proof?: ProofFile;
  readonly checkpoint?: Checkpoint;
};

function judge(proof: ProofFile | undefined, keys: readonly NoteVerifier[]): Verdict {
  if (proof === undefined) return { fault: "unreadable" };
  const link = readLink(proof.line, nodeSha256);
  if (!link?.sound) return { fault: "line-changed", proof };
  if (keys.length === 0) return { fault: "no-key", proof };
  const checkpoint = keys
    .map((key) => openCheckpoint(proof.checkpoint, key))
    .find((one) => one !== undefined);
  if (checkpoint === undefined) return { fault: "not-signed", proof };
  const tree = createTreeHash(nodeSha256Bytes);
  const claim = { leaf: proof.leaf, hash: tree.leaf(entryOf(link.hash)), proof: proof.proof };
  if (!verifyInclusion(claim, checkpoint, tree)) return { fault: "not-included", proof, checkpoint };
  return { proof, checkpoint };
}

const words: Readonly<Record<ProofFault, string>> = {
  unreadable: "this is not a proof of an audit record.",
  "line-changed": "the record was changed after it was written.",
  "no-key": "no hub's key is known here. Pass it with --key; the hub shows it at /api/v1/audit/key.",
  "not-signed": "the checkpoint is not signed by a known key: it was changed, or it is of another hub.",
  "not-included": "the record is not in the log of that checkpoint.",
};

function toJson({ fault, proof, checkpoint }: Verdict): object {
  const record = proof && parseRecord(proof.line);
  return {
    proved: fault === undefined,
    ...(fault && { fault, message: words[fault] }),
    ...(checkpoint && { log: checkpoint.origin, size: checkpoint.size, leaf: proof?.leaf }),
    ...(record && { record }),
  };
}

function toLine({ fault, proof, checkpoint }: Verdict, io: Io): string {
  const style = createStyle(io.terminal.color);
  const record = proof && parseRecord(proof.line);
  const what =
    record === undefined
      ? ""
      : `record ${record.sequence} (${printable(record.event)}, ${printable(record.time)}): `;
  if (fault !== undefined) return `${style.red(`Not proved: ${what}${words[fault]}`)}\n`;
  const where = `entry ${proof?.leaf} of ${checkpoint?.size} in the log ${printable(checkpoint?.origin ?? "")}`;
  return `${style.green(`Proved: ${what}${where}.`)}\n`;
}
