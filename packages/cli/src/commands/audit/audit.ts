import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exportAudit } from "./export.ts";
import { readFilter } from "./filter.ts";
import { listAudit } from "./list.ts";
import { type AuditRequest, openLog } from "./log.ts";
import { proveAudit } from "./prove.ts";
import { pushAudit } from "./push.ts";
import { reportAudit } from "./report.ts";
import { tailAudit } from "./tail.ts";
import { verifyAudit } from "./verify.ts";

/** Reads, uploads and proves the audit log; never writes to it. */
export const auditCommand: Command = {
  name: "audit",
  usage: "list|tail|report|verify|export|push|prove [FILE] [options]",
  flags: {
    skill: { type: "string", value: "NAME", help: "Only events of this skill." },
    tool: { type: "string", value: "NAME", help: "Only calls of this tool, under any agent's name for it." },
    event: {
      type: "string",
      value: "KIND",
      help: "Only this kind, such as tool-call-denied; repeatable.",
    },
    session: { type: "string", value: "ID", help: "Only this session." },
    since: {
      type: "string",
      value: "TIME",
      help: "Only later events: 2026-01-13, 2026-01-13T10:30Z, 30m, 12h, 7d.",
    },
    denied: { type: "boolean", help: "Only denied calls and refused skills." },
    limit: { type: "string", value: "N", help: "list: only the last N events." },
    days: { type: "string", value: "N", help: "report: number of days (default 7)." },
    lines: { type: "string", short: "n", value: "N", help: "tail: number of events (default 10)." },
    follow: { type: "boolean", short: "f", help: "tail: keep printing new events." },
    format: {
      type: "string",
      value: "FORMAT",
      help: "list and tail: text, audit or json. export: jsonl, csv, audit or otlp.",
    },
    hub: { type: "boolean", help: "list: events of all machines, from the hub." },
    user: { type: "string", value: "NAME", help: "list --hub: only events of this user." },
    agent: { type: "string", value: "NAME", help: "list --hub: only events of this machine." },
    digest: { type: "string", value: "DIGEST", help: "list --hub: only events of this content of a skill." },
    tenant: { type: "string", value: "NAME", help: "list --hub: the tenant, if not your own." },
    sequence: { type: "string", value: "N", help: "prove: the record, or a range such as 7-9." },
    stream: { type: "string", value: "ID", help: "prove: another machine's log, as the hub names it." },
    output: { type: "string", short: "o", value: "FILE", help: "prove: file to write." },
    proof: { type: "string", value: "FILE", help: "verify: check a proof, without asking the hub." },
    key: { type: "string", value: "KEY", help: "verify --proof: the hub's key, if none was pinned by push." },
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `report lists the calls that skills' lists would have refused in mode advisory.
FILE is a log (default: this user's log); \`-\` reads standard input. verify also compares it with the
.head file beside it, which reveals a truncated log.
push uploads the log to the hub and verifies the hub's receipts; prove writes a file that proves that a
record is in the hub's log, which verify --proof checks offline.
Exit code 1 if verify finds anything changed, removed, added or reordered, or a proof does not hold.`,
  examples: [
    "skillwright audit list --denied --since 7d",
    "skillwright audit tail --follow --format audit",
    "skillwright audit report --days 14",
    "skillwright audit verify",
    "skillwright audit export --format otlp --since 24h",
    "skillwright audit push && skillwright audit prove --sequence 7",
  ],
  async run(invocation, io) {
    const [action, file, extra] = invocation.positionals;
    if (extra !== undefined) throw new UsageError(`audit takes one FILE; found '${extra}' after '${file}'.`);
    const found = actions.get(action ?? "");
    if (found === undefined)
      throw new UsageError("audit requires one of: list, tail, report, verify, export, push, prove.");
    requireFlags(found, invocation);
    return found.run({ log: openLog(file, io), filter: readFilter(invocation, io), invocation, io });
  },
};

type Action = {
  readonly name: string;
  readonly run: (request: AuditRequest) => Promise<number>;
  readonly flags: readonly string[];
};

const filters = ["skill", "tool", "event", "session", "since", "denied"];
const hubFilters = ["hub", "user", "agent", "digest", "tenant"];
const actions: ReadonlyMap<string, Action> = new Map(
  [
    { name: "list", run: listAudit, flags: [...filters, ...hubFilters, "limit", "format", "json"] },
    { name: "tail", run: tailAudit, flags: [...filters, "lines", "follow", "format", "json"] },
    { name: "report", run: reportAudit, flags: ["skill", "tool", "session", "days", "json"] },
    { name: "verify", run: verifyAudit, flags: ["proof", "key", "json"] },
    { name: "push", run: pushAudit, flags: ["json"] },
    { name: "prove", run: proveAudit, flags: ["sequence", "stream", "output", "json"] },
    { name: "export", run: exportAudit, flags: [...filters, "format"] },
  ].map((action) => [action.name, action]),
);

/** Refuses flags of other actions, which would be ignored silently otherwise. */
function requireFlags({ name, flags }: Action, invocation: Invocation): void {
  const isGiven = (flag: string): boolean => invocation.flag(flag) || invocation.option(flag) !== undefined;
  const foreign = Object.keys(auditCommand.flags).find((flag) => isGiven(flag) && !flags.includes(flag));
  if (foreign !== undefined) throw new UsageError(`audit ${name} does not take --${foreign}.`);
}
