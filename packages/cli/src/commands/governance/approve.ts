import {
  type Approval,
  type ApprovalReview,
  approvalListSchema,
  approvalReviewSchema,
  approvalSchema,
  decisionResultsSchema,
} from "@skillwright/core/registry";
import { printable } from "@skillwright/core/text";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { fitText, safeJson } from "../../terminal/safe-text.ts";
import { formatReview } from "./format-review.ts";
import { hubFlags } from "./hub-flags.ts";
import { type OpenHub, readExpiry, withHub } from "./open-hub.ts";

/** Reviews versions that wait for approval. */
export const approveCommand: Command = {
  name: "approve",
  usage: "[NAME[@VERSION] | ID]... [options]",
  flags: {
    approve: { type: "boolean", short: "y", help: "Approve without asking.", alias: "yes" },
    reject: { type: "boolean", help: "Reject, or take an approval back." },
    request: { type: "boolean", help: "Ask for the approval of NAME@VERSION." },
    withdraw: { type: "boolean", help: "Take your request back." },
    comment: { type: "string", value: "TEXT", help: "What the others should know." },
    expires: { type: "string", value: "TIME", help: "When the approval ends: 90d, 12h or a date." },
    state: { type: "string", value: "STATE", help: "List pending (the default), approved, rejected, …" },
    ...hubFlags,
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `Without a name, lists what waits. With one, shows who asks, what the policies say, the scan, findings, the permissions that are new, and the changes
since the last approved version; then asks, unless --approve or --reject answers. An approval is for exactly this content.
Whoever published or asked cannot approve, unless the policy turns that off.
Exit code 3 if the hub refuses a decision.`,
  examples: [
    "skillwright approve",
    "skillwright approve pdf@1.2.0",
    'skillwright approve pdf@1.2.0 --approve --comment "Reviewed the script."',
    "skillwright approve pdf docx --reject --json",
    'skillwright approve pdf@1.2.0 --request --comment "Needed for the audit."',
  ],
  async run(invocation, io) {
    const actions = ["approve", "reject", "request", "withdraw"].filter((name) => invocation.flag(name));
    if (actions.length > 1) throw new UsageError(`choose one of --${actions.join(" and --")}.`);
    const [action] = actions;
    const names = invocation.positionals;
    return withHub(invocation, io, async (hub) => {
      if (action === "request") return request(hub, invocation, io);
      if (names.length === 0) return list(hub, invocation, io);
      const state = action === "reject" ? "any" : "pending";
      const approvals: Approval[] = [];
      for (const name of names) approvals.push(await find(hub, name, state));
      if (action === "withdraw") return withdraw(hub, approvals, { invocation, io });
      if (action === "approve") return decide(hub, approvals, { decision: "approved", invocation, io });
      if (action === "reject") return decide(hub, approvals, { decision: "rejected", invocation, io });
      return review(hub, approvals, { invocation, io });
    });
  },
};

type Place = { readonly invocation: Invocation; readonly io: Io };

async function list(hub: OpenHub, invocation: Invocation, io: Io): Promise<number> {
  const state = invocation.option("state") ?? "pending";
  const { approvals, names } = await hub.get(
    `api/v1/approvals?state=${encodeURIComponent(state)}`,
    approvalListSchema,
  );
  if (invocation.flag("json")) {
    await io.out(`${safeJson({ version: 1, approvals }, 2)}\n`);
    return exitCode.ok;
  }
  const lines = approvals.map(
    ({ name, version, scanVerdict = "", askedBy, askedAt, asks }) =>
      `${printable(`${name}@${version}`)}  ${scanVerdict}  ${askedAt.slice(0, 10)}  ${printable(names?.[askedBy] ?? askedBy)}  ${printable(asks.join(", "))}`,
  );
  const cut = lines.map((line) => `${fitText(line, io.terminal.columns)}\n`).join("");
  await io.out(lines.length === 0 ? `Nothing is ${printable(state)}.\n` : cut);
  return exitCode.ok;
}

/** By id, or the only request for a name. */
async function find(hub: OpenHub, text: string, state: "pending" | "any"): Promise<Approval> {
  if (isId.test(text)) return (await hub.get(`api/v1/approvals/${text}`, approvalReviewSchema)).approval;
  const { name, version } = splitName(text);
  const states = state === "any" ? ["pending", "approved"] : ["pending"];
  for (const one of states) {
    const path = `api/v1/approvals?state=${one}&name=${encodeURIComponent(name)}`;
    const { approvals } = await hub.get(path, approvalListSchema);
    const found = approvals.filter((approval) => version === undefined || approval.version === version);
    if (found.length > 1)
      throw new UsageError(
        `${name} has several versions that wait: ${found.map((approval) => approval.version).join(", ")}. Name one: ${name}@VERSION.`,
      );
    if (found[0] !== undefined) return found[0];
  }
  throw new UsageError(
    `no version of ${printable(text)} waits for approval. \`skillwright approve\` lists what does.`,
  );
}

const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** `@scope/name@1.0.0` → name and version. */
export function splitName(text: string): { readonly name: string; readonly version: string | undefined } {
  const at = text.lastIndexOf("@");
  return at > 0
    ? { name: text.slice(0, at), version: text.slice(at + 1) }
    : { name: text, version: undefined };
}

async function request(hub: OpenHub, invocation: Invocation, io: Io): Promise<number> {
  const [text = "", extra] = invocation.positionals;
  const { name, version } = splitName(text);
  if (version === undefined || extra !== undefined) throw new UsageError("--request takes one NAME@VERSION.");
  const path = `api/v1/skills/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}/approvals`;
  const approval = await hub.post(path, { reason: invocation.option("comment") ?? "" }, approvalSchema);
  return show(`Asked for the approval of ${text}.`, approval, { invocation, io });
}

async function withdraw(hub: OpenHub, approvals: readonly Approval[], place: Place): Promise<number> {
  for (const { id, name, version } of approvals) {
    const approval = await hub.post(`api/v1/approvals/${id}/withdrawal`, {}, approvalSchema);
    await show(`Took back the request for ${name}@${version}.`, approval, place);
  }
  return exitCode.ok;
}

async function show(sentence: string, approval: Approval, { invocation, io }: Place): Promise<number> {
  await io.out(
    invocation.flag("json") ? `${safeJson({ version: 1, approval }, 2)}\n` : `${printable(sentence)}\n`,
  );
  return exitCode.ok;
}

type Deciding = Place & { readonly decision: "approved" | "rejected" };

async function decide(
  hub: OpenHub,
  approvals: readonly Approval[],
  { decision, invocation, io }: Deciding,
): Promise<number> {
  const expiresAt = readExpiry(invocation, io);
  const body = {
    ...{ decision, comment: invocation.option("comment") ?? "" },
    ...(expiresAt !== undefined && decision === "approved" && { expiresAt }),
    approvals: approvals.map(({ id, digest }) => ({ id, digest })),
  };
  const { results } = await hub.post("api/v1/approvals/decisions", body, decisionResultsSchema);
  const rows = results.map((result, index) => {
    const { name = "", version = "", digest = "" } = approvals[index] ?? {};
    return { name, version, digest, ...result };
  });
  const isWhole = rows.every(({ error }) => error === undefined);
  if (invocation.flag("json")) await io.out(`${safeJson({ version: 1, decisions: rows }, 2)}\n`);
  else
    for (const { name, version, state, error } of rows) {
      const what = printable(`${name}@${version}`);
      if (error === undefined) await io.out(`${what} is ${state}.\n`);
      else await io.err(`${what}: ${printable(error.message)}\n`);
    }
  return isWhole ? exitCode.ok : exitCode.refused;
}

/** Shows each request and asks; without a terminal it only shows. */
async function review(
  hub: OpenHub,
  approvals: readonly Approval[],
  { invocation, io }: Place,
): Promise<number> {
  const reviews: ApprovalReview[] = [];
  for (const { id } of approvals) reviews.push(await hub.get(`api/v1/approvals/${id}`, approvalReviewSchema));
  if (invocation.flag("json")) {
    await io.out(`${safeJson({ version: 1, reviews }, 2)}\n`);
    return exitCode.ok;
  }
  for (const one of reviews) {
    await io.out(formatReview(one, io));
    if (one.undecidable !== undefined || one.approval.state !== "pending" || io.terminal.piped) continue;
    const answer = (await io.ask("Approve it? [y]es, [r]eject, [N]ot now: "))?.trim().toLowerCase() ?? "";
    if (!/^(?:y|yes|r|reject)$/.test(answer)) continue;
    const decision = answer.startsWith("y") ? "approved" : "rejected";
    const code = await decide(hub, [one.approval], { decision, invocation, io });
    if (code !== exitCode.ok) return code;
  }
  return exitCode.ok;
}
