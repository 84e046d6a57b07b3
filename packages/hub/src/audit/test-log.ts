import {
  type AuditEvent,
  type ChainEnd,
  chainStart,
  linkEvent,
  type NoteVerifier,
  parseVerifierKey,
  readLink,
  type TreeHead,
  toEventText,
} from "@skillwright/core/audit";
import { createNoteVerifier, nodeSha256, nodeSha256Bytes } from "@skillwright/core/node";
import { type AuditReceipt, auditReceiptSchema, verifyReceipt } from "@skillwright/core/registry";
import type { TestHub } from "../test-hub.ts";
import { tree } from "./audit-tree.ts";

/** An agent's log in memory. */
export type TestLog = { readonly lines: readonly string[]; add(event: AuditEvent): string };

export function createLog(): TestLog {
  const lines: string[] = [];
  let end: ChainEnd = chainStart;
  return {
    lines,
    add: (event) => {
      const linked = linkEvent(toEventText(event), end, nodeSha256);
      end = linked.end;
      lines.push(linked.line);
      return linked.line;
    },
  };
}

export const sampleSkill = { name: "pdf", digest: `sha256:${"a".repeat(64)}` };

/** A log of so many calls of a tool. */
export function logOf(count: number, session = "session-1"): readonly string[] {
  const log = createLog();
  for (let call = 1; call <= count; call++)
    log.add({
      ...{ time: new Date(Date.now() - 60_000 + call).toISOString(), session, user: "ana" },
      ...{ event: "tool-call-finished", call: String(call), tool: "Bash", skills: [sampleSkill] },
      ...{ ok: call % 3 !== 0, durationMs: 10 },
    });
  return log.lines;
}

export type Uploading = {
  readonly stream?: string;
  readonly token?: string;
  readonly tenant?: string;
  readonly since?: number;
  readonly agent?: string;
};

export function upload(hub: TestHub, lines: readonly string[], options: Uploading = {}): Promise<Response> {
  const { stream = "s", agent = "laptop", token = hub.token, tenant = "enterprise", since } = options;
  const body = { stream, agent, lines, ...(since !== undefined && { since }) };
  return hub.send("POST", `/api/v1/audit?tenant=${tenant}`, { token, body });
}

/** Uploads and expects to be accepted. */
export async function receiptOf(
  hub: TestHub,
  lines: readonly string[],
  options: Uploading = {},
): Promise<AuditReceipt> {
  const response = await upload(hub, lines, options);
  if (response.status !== 200) throw new Error(await response.text());
  return auditReceiptSchema.parse(await response.json());
}

/** The code of a refusal. */
export async function codeOf(response: Response): Promise<string> {
  const body: { readonly error?: { readonly code: string } } = JSON.parse(await response.text());
  return body.error?.code ?? String(response.status);
}

/** Verifies as an agent would that pinned the hub's key. */
export async function verifierOf(hub: TestHub, tenant = "enterprise"): Promise<NoteVerifier> {
  const response = await hub.send("GET", `/api/v1/audit/key?tenant=${tenant}`, { token: hub.token });
  const key = parseVerifierKey((await response.text()).trim(), nodeSha256Bytes);
  if (key === undefined) throw new Error("no key");
  return createNoteVerifier(key.publicKey);
}

export const nothingSeen: TreeHead = { size: 0, root: tree.empty };

type Verifying = {
  readonly verifier: NoteVerifier;
  readonly seen?: TreeHead;
  readonly tenant?: string;
  readonly stream?: string;
};

/** What an agent concludes from a receipt: the new size of the log, or a fault. */
export function conclude(
  receipt: AuditReceipt,
  lines: readonly string[],
  { verifier, seen = nothingSeen, tenant = "enterprise", stream = "s" }: Verifying,
): ReturnType<typeof verifyReceipt> {
  const links = lines.map((line) => readLink(line, nodeSha256));
  return verifyReceipt(receipt, {
    ...{ tenant, stream, seen, verifier },
    lineHashes: links.map((link) => link?.hash ?? ""),
    sequence: links.at(-1)?.sequence ?? 0,
  });
}
