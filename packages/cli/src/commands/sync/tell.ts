import { formatLeaseFault } from "@skillwright/core/lease";
import { nodeSha256 } from "@skillwright/core/node";
import type { Verdict } from "@skillwright/core/scan";
import { compact, printable } from "@skillwright/core/text";
import { leasePaths, readLeaseFile, readSeenTime, toStanding } from "@skillwright/runtime";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import { type SyncJobContext, syncJobs } from "../../sync/jobs.ts";
import { describeFailure, type Syncing, type SyncReport } from "../../sync/run-sync.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { countOf } from "../../terminal/text-width.ts";

export type Telling = { readonly syncing: Syncing; readonly invocation: Invocation; readonly io: Io };

/** Runs what else is done with the hub; returns what went wrong. */
export async function runJobs(context: SyncJobContext): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { name, run } of syncJobs) {
    try {
      await run(context);
    } catch (error) {
      problems.push(`${name}: ${describeFailure(error)}`);
    }
  }
  return problems;
}

/** What a sync did. */
export async function tellReport(
  report: SyncReport,
  { problems: others, ...telling }: Telling & { readonly problems: readonly string[] },
): Promise<void> {
  const problems = [...(report.unconfirmed === undefined ? [] : [report.unconfirmed]), ...others];
  const { invocation, io, syncing } = telling;
  const { state, skills, removed, linked } = report;
  const blocked = linked.flatMap(({ path, blocked: names }) => names.map((name) => `${path}/${name}`));
  const verdicts = await verdictsOf(report, syncing);
  if (invocation.flag("json")) {
    await io.out(`${safeJson(toJson(report, syncing, { problems, verdicts }))}\n`);
    return;
  }
  const lines = [
    `Synced with ${syncing.pin.hub}: state ${state.sequence}, ${countOf(skills.length, "deployed skill")}, ${countOf(state.revocations.length, "revocation")}; valid until ${state.expiresAt} (${state.mode}).`,
    ...skills.map(({ name, version, folder }) => {
      const verdict = verdicts.get(folder);
      return `  ${printable(name)} ${printable(version)}${verdict === undefined ? "" : ` (${verdict})`}`;
    }),
    ...removed.map((name) => `  removed ${printable(name)}`),
    ...blocked.map((path) => `  not changed, since it is not ours: ${printable(path)}`),
  ];
  await io.out(`${lines.join("\n")}\n`);
  for (const problem of problems) await io.err(`note: ${printable(problem)}\n`);
}

/** The verdicts of what came, by folder. Whether they may be used is decided when they are loaded. */
async function verdictsOf(
  { skills, isNew }: SyncReport,
  { fs, folder }: Syncing,
): Promise<ReadonlyMap<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  if (!isNew || skills.length === 0) return verdicts;
  const { createVerdictReader } = await import("@skillwright/core/scan");
  const read = createVerdictReader({ fs, sha256: nodeSha256 });
  for (const { digest, folder: below } of skills) {
    const verdict = await read({ directory: `${leasePaths(folder).skills}/${below}`, digest });
    if (verdict !== undefined) verdicts.set(below, verdict);
  }
  return verdicts;
}

type Told = {
  readonly problems: readonly string[];
  readonly verdicts: ReadonlyMap<string, Verdict>;
};

function toJson(
  { state, skills, removed, linked }: SyncReport,
  { pin, folder }: Syncing,
  { problems, verdicts }: Told,
): object {
  return {
    ...{ version: 1, event: "synced", hub: pin.hub, tenant: state.tenant, agent: pin.subject.agent },
    ...{ sequence: state.sequence, mode: state.mode, issuedAt: state.issuedAt, expiresAt: state.expiresAt },
    folder: leasePaths(folder).skills,
    skills: skills.map(({ name, version, digest, folder: below }) => ({
      name,
      version,
      digest,
      folder: below,
      ...compact({ verdict: verdicts.get(below) }),
    })),
    ...{ removed, revocations: state.revocations.length, policies: state.policies?.length ?? 0 },
    managed: linked.map(({ path, blocked }) => ({ path, blocked })),
    problems,
  };
}

type Line =
  | { readonly event: "connected" }
  | { readonly event: "disconnected" }
  | { readonly event: "failed"; readonly reason: string; readonly lease: string };

/** What happened between syncs. */
export async function tellLine(line: Line, { invocation, io, syncing }: Telling): Promise<void> {
  if (invocation.flag("json")) {
    await io.out(`${safeJson({ version: 1, hub: syncing.pin.hub, ...line })}\n`);
    return;
  }
  await io.err(`${words(line, syncing.pin.hub)}\n`);
}

function words(line: Line, hub: string): string {
  switch (line.event) {
    case "connected":
      return `Connected to ${hub}; changes apply at once.`;
    case "disconnected":
      return `Lost the connection to ${hub}; trying again.`;
    case "failed":
      return `${line.reason} ${line.lease}`;
  }
}

/** What the last state allows, and until when. */
export function explainLease({ fs, folder, clockFile, now }: Syncing): string {
  const stored = readLeaseFile(fs, leasePaths(folder).lease);
  if (stored === undefined) return "No state of the hub is stored yet.";
  const time = { now: now(), seenMs: readSeenTime(fs, clockFile) };
  const standing = toStanding(stored, () => undefined, time);
  const fault = formatLeaseFault(standing);
  if (fault === "") return `The last state is valid until ${standing.lease?.state.expiresAt}.`;
  const isStrict = standing.lease?.state.mode !== "best-effort";
  const effect = isStrict ? "Skills of the hub are refused" : "What is known goes on";
  return `${effect}: ${fault}`;
}
