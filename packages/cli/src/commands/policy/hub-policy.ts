import { readSettings } from "@skillwright/core/config";
import { createNodeFileSystem } from "@skillwright/core/node";
import {
  activePoliciesSchema,
  hubPolicySchema,
  type PolicyVersion,
  policyVersionListSchema,
  policyVersionSchema,
  type Simulation,
  simulationSchema,
} from "@skillwright/core/registry";
import { formatNumber, printable } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { fitText, safeJson } from "../../terminal/safe-text.ts";
import { countOf } from "../../terminal/text-width.ts";
import { type OpenHub, withHub } from "../governance/open-hub.ts";

type Place = { readonly invocation: Invocation; readonly io: Io };

const actions: Readonly<Record<string, (hub: OpenHub, place: Place) => Promise<number>>> = {
  pull,
  push,
  simulate,
  activate,
  versions,
};

/** Reads, stores, simulates and activates policies of the hub. */
export async function runHubAction(action: string, invocation: Invocation, io: Io): Promise<number> {
  const run = new Map(Object.entries(actions)).get(action);
  if (run === undefined)
    throw new UsageError(
      `policy takes one of explain, ${Object.keys(actions).join(", ")}; found '${printable(action)}'.`,
    );
  return withHub(invocation, io, (hub) => run(hub, { invocation, io }));
}

/** The tenant's own policy as a file, for `push`; the enterprise's is shown on standard error. */
async function pull(hub: OpenHub, { invocation, io }: Place): Promise<number> {
  const active = await hub.get("api/v1/policies/active", activePoliciesSchema);
  if (invocation.flag("json")) {
    await io.out(`${safeJson({ version: 1, ...active }, 2)}\n`);
    return exitCode.ok;
  }
  const { enterprise, tenant = enterprise } = active;
  if (enterprise && tenant !== enterprise)
    await io.err(`The enterprise's policy, version ${enterprise.version}, applies as well.\n`);
  await io.out(`${safeJson(tenant?.policy ?? { version: 1 }, 2)}\n`);
  return exitCode.ok;
}

function readFile({ invocation, io }: Place): unknown {
  const [, path, extra] = invocation.positionals;
  if (path === undefined || extra !== undefined) throw new UsageError("expected one file with a policy.");
  return readSettings(createNodeFileSystem(), {
    ...{ path: absolutePath(path, io.cwd, io.place.home), schema: hubPolicySchema, maxBytes: 1_048_576 },
  });
}

async function push(hub: OpenHub, place: Place): Promise<number> {
  const { invocation } = place;
  const drafted = await hub.post("api/v1/policies", { policy: readFile(place) }, policyVersionSchema);
  if (!invocation.flag("activate"))
    return show(drafted, "stored; `policy activate` puts it into force", place);
  const path = `api/v1/policies/${drafted.version}/activate`;
  return show(await hub.post(path, {}, policyVersionSchema), "in force", place);
}

async function activate(hub: OpenHub, place: Place): Promise<number> {
  const version = readVersion(place);
  if (version === undefined) throw new UsageError("expected the number of a version.");
  const row = await hub.post(`api/v1/policies/${version}/activate`, {}, policyVersionSchema);
  return show(row, "in force", place);
}

function readVersion({ invocation }: Place): number | undefined {
  const text = /^\d{1,9}$/.exec(invocation.positionals[1] ?? "")?.[0];
  return text === undefined ? undefined : Number(text);
}

async function show(row: PolicyVersion, what: string, { invocation, io }: Place): Promise<number> {
  const text = `Version ${row.version} of the policy of ${printable(row.tenant)} is ${what}.\n${describeChanges(row)}`;
  await io.out(invocation.flag("json") ? `${safeJson({ version: 1, policies: [row] }, 2)}\n` : text);
  return exitCode.ok;
}

/** Agents lose what is approved no longer, so whoever activates a policy should know. */
function describeChanges({ changed = {} }: PolicyVersion): string {
  const counts = Object.entries(changed).map(
    ([state, count]) => `${countOf(count, "version")} now ${printable(state)}`,
  );
  return counts.length === 0 ? "" : `Skills: ${counts.join(", ")}.\n`;
}

async function versions(hub: OpenHub, { invocation, io }: Place): Promise<number> {
  const { policies } = await hub.get("api/v1/policies", policyVersionListSchema);
  const lines = policies.map(
    ({ version, createdAt, createdBy, isActive }) =>
      `${version}  ${createdAt.slice(0, 16).replace("T", " ")}  ${printable(createdBy)}${isActive ? "  in force" : ""}\n`,
  );
  const text = lines.length === 0 ? "There is no policy.\n" : lines.join("");
  await io.out(invocation.flag("json") ? `${safeJson({ version: 1, policies }, 2)}\n` : text);
  return exitCode.ok;
}

async function simulate(hub: OpenHub, place: Place): Promise<number> {
  const { invocation, io } = place;
  const version = readVersion(place);
  const body = version === undefined ? { policy: readFile(place) } : { version };
  const simulation = await hub.post("api/v1/policies/simulate", body, simulationSchema);
  const text = invocation.flag("json")
    ? `${safeJson({ version: 1, ...simulation }, 2)}\n`
    : formatSimulation(simulation, io);
  await io.out(text);
  return exitCode.ok;
}

function formatSimulation(simulation: Simulation, io: Pick<Io, "terminal">): string {
  const { since, events, isPartial, activations, calls, samples } = simulation;
  const lines = [
    `${isPartial ? "The newest " : ""}${formatNumber(events)} events since ${since.slice(0, 10)}`,
    `activations: ${formatNumber(activations.refused)} of ${formatNumber(activations.total)} refused, ${formatNumber(activations.unapproved)} need approval`,
    `tool calls: ${formatNumber(calls.denied)} of ${formatNumber(calls.total)} denied, ${formatNumber(calls.asked)} need approval, ${formatNumber(calls.allowed)} no longer refused`,
    ...samples.map(
      ({ time, effect, skill, subject, reason }) =>
        `${effect}  ${time.slice(0, 16).replace("T", " ")}  ${skill}  ${subject}  ${reason}`,
    ),
  ];
  return lines.map((line) => `${fitText(line, io.terminal.columns)}\n`).join("");
}
