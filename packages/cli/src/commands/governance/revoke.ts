import {
  type Acknowledged,
  acknowledgedSchema,
  affectedSchema,
  type RevocationKind,
  type RevocationRecord,
  revocationKinds,
  revocationListSchema,
  revocationSchema,
} from "@skillwright/core/registry";
import { printable } from "@skillwright/core/text";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { countOf } from "../../terminal/text-width.ts";
import { reachOf } from "./deploy.ts";
import { hubFlags } from "./hub-flags.ts";
import { confirm, type OpenHub, readExpiry, withHub } from "./open-hub.ts";

/** Stops skills and whoever uses them, everywhere. */
export const revokeCommand: Command = {
  name: "revoke",
  usage: "[TARGET] [options]",
  flags: {
    kind: { type: "string", value: "KIND", help: `What TARGET is: ${revocationKinds.join(", ")}.` },
    message: { type: "string", value: "TEXT", help: "What users are told." },
    expires: { type: "string", value: "TIME", help: "When it ends: 7d, 12h or a date; never by default." },
    force: { type: "boolean", help: "Revoke a publisher, agent or user that the hub does not know." },
    undo: { type: "boolean", help: "Lift the revocation of TARGET." },
    wait: { type: "string", value: "SECONDS", help: "How long to wait for agents to confirm; default: 10." },
    "dry-run": { type: "boolean", help: "Show whom it would reach." },
    yes: { type: "boolean", short: "y", help: "Revoke without asking." },
    ...hubFlags,
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `TARGET is a name (all versions), NAME@VERSION or a digest sha256:…; with --kind also the id of a publisher, tenant, agent or user. Without a
TARGET, lists what is revoked. Connected agents stop at once and confirm; the others when they next ask, or when their lease ends.
A revocation of the enterprise holds in every tenant, and only the enterprise lifts it.
Exit code 3 if the hub refuses.`,
  examples: [
    "skillwright revoke pdf@1.2.0 --dry-run",
    'skillwright revoke pdf --message "Sends data away; use pdf-safe." --expires 7d',
    "skillwright revoke person:mallory --kind publisher --scope enterprise",
    "skillwright revoke pdf --undo",
  ],
  async run(invocation, io) {
    const [target, extra] = invocation.positionals;
    if (extra !== undefined) throw new UsageError("revoke takes one TARGET.");
    return withHub(invocation, io, (hub) => {
      if (target === undefined) return list(hub, invocation, io);
      const action = invocation.flag("undo") ? lift : revoke;
      return action(hub, target, { invocation, io });
    });
  },
};

type Place = { readonly invocation: Invocation; readonly io: Io };

async function list(hub: OpenHub, invocation: Invocation, io: Io): Promise<number> {
  const { revocations } = await hub.get("api/v1/revocations", revocationListSchema);
  const shown = revocations.filter(({ liftedAt }) => liftedAt === undefined);
  if (invocation.flag("json")) await io.out(`${safeJson({ version: 1, revocations }, 2)}\n`);
  else
    await io.out(
      shown.length === 0
        ? "Nothing is revoked.\n"
        : shown.map((one) => `${describe(one)}  ${printable(one.message)}\n`).join(""),
    );
  return exitCode.ok;
}

function describe({ kind, value, tenant, expiresAt }: RevocationRecord): string {
  const until = expiresAt === undefined ? "" : `, until ${expiresAt.slice(0, 10)}`;
  return printable(`${kind} ${value} (${tenant}${until})`);
}

function kindOf(target: string, invocation: Invocation): RevocationKind {
  const text = invocation.option("kind");
  const kind = revocationKinds.find((one) => one === text);
  if (text !== undefined && kind === undefined)
    throw new UsageError(`--kind is one of ${revocationKinds.join(", ")}; found '${printable(text)}'.`);
  if (kind !== undefined) return kind;
  if (/^sha256:/.test(target)) return "digest";
  return target.lastIndexOf("@") > 0 ? "version" : "name";
}

async function revoke(hub: OpenHub, value: string, place: Place): Promise<number> {
  const { invocation, io } = place;
  const kind = kindOf(value, invocation);
  // Before anything changes: a mistake here must not leave a revocation behind.
  const expiresAt = readExpiry(invocation, io);
  const waitMs = readWait(invocation);
  const affected = await hub.post("api/v1/revocations/preview", { kind, value }, affectedSchema);
  const isJson = invocation.flag("json");
  const reach = `${reachOf(affected)}; ${countOf(affected.users, "agent")} used it in the last month`;
  if (affected.warning !== undefined && !isJson) await io.err(`warning: ${printable(affected.warning)}\n`);
  if (invocation.flag("dry-run")) {
    const text = `Would revoke ${kind} ${printable(value)} for ${reach}.\n`;
    await io.out(isJson ? `${safeJson({ version: 1, revoked: false, affected }, 2)}\n` : text);
    return exitCode.ok;
  }
  if (!(await confirm(`Revoke ${kind} ${printable(value)} for ${reach}?`, invocation, io)))
    return exitCode.refused;
  const message = invocation.option("message") ?? "";
  const force = invocation.flag("force");
  const body = { kind, value, message, force, ...(expiresAt !== undefined && { expiresAt }) };
  const revocation = await hub.post("api/v1/revocations", body, revocationSchema);
  if (!isJson) await io.out(`Revoked ${describe(revocation)}.\n`);
  const acknowledged = await waitForAgents(hub, revocation, { waitMs, io });
  if (isJson)
    await io.out(`${safeJson({ version: 1, revoked: true, revocation, affected, acknowledged }, 2)}\n`);
  else await io.out(formatAcknowledged(acknowledged));
  return exitCode.ok;
}

function readWait(invocation: Invocation): number {
  const text = invocation.option("wait") ?? "10";
  const seconds = Number(/^(\d{1,4})s?$/.exec(text)?.[1]);
  if (!(seconds <= 3600))
    throw new UsageError(`--wait is a number of seconds, at most 3600; found '${printable(text)}'.`);
  return seconds * 1000;
}

/** Counts confirmations until all agents have sent one, or the time is over. */
async function waitForAgents(
  hub: OpenHub,
  { id }: RevocationRecord,
  { waitMs, io }: { readonly waitMs: number; readonly io: Io },
): Promise<Acknowledged> {
  const ask = (): Promise<Acknowledged> =>
    hub.get(`api/v1/revocations/${id}/acknowledgements`, acknowledgedSchema);
  const end = io.now() + waitMs;
  let last = await ask();
  while (last.acknowledged < last.agents && io.now() < end && !io.signal().aborted) {
    if (io.terminal.live) await io.err(`\r\u001b[K${last.acknowledged} of ${last.agents} agents confirmed`);
    if (!(await io.wait(pollMs))) break;
    last = await ask();
  }
  if (io.terminal.live) await io.err("\r\u001b[K");
  return last;
}

const pollMs = 250;

function formatAcknowledged({ agents, acknowledged, waiting }: Acknowledged): string {
  const names = waiting.map(({ name, id }) => printable(name || id)).join(", ");
  const rest = agents === acknowledged ? "" : ` Still waiting for ${names}.`;
  return `Confirmed by ${acknowledged} of ${countOf(agents, "agent")}.${rest}\n`;
}

async function lift(hub: OpenHub, target: string, { invocation, io }: Place): Promise<number> {
  const kind = kindOf(target, invocation);
  const { revocations } = await hub.get("api/v1/revocations", revocationListSchema);
  const scope = invocation.option("scope") === "enterprise" ? "enterprise" : invocation.option("tenant");
  const found = revocations.filter(
    (one) =>
      one.liftedAt === undefined &&
      (one.id === target || (one.kind === kind && one.value === target)) &&
      (scope === undefined || one.tenant === scope),
  );
  if (found.length === 0)
    throw new UsageError(`${printable(target)} is not revoked. \`skillwright revoke\` lists what is.`);
  if (!(await confirm(`Lift ${found.map(describe).join(", ")}?`, invocation, io))) return exitCode.refused;
  const lifted: RevocationRecord[] = [];
  for (const { id } of found)
    lifted.push(await hub.post(`api/v1/revocations/${id}/lift`, {}, revocationSchema));
  if (invocation.flag("json")) await io.out(`${safeJson({ version: 1, revocations: lifted }, 2)}\n`);
  else await io.out(lifted.map((one) => `Lifted ${describe(one)}.\n`).join(""));
  return exitCode.ok;
}
