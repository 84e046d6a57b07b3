import type { TrialHost } from "@skillwright/evals";
import { createJsonlSink } from "@skillwright/runtime";
import { auditFile } from "../commands/audit-file.ts";
import { openPolicies } from "../commands/open-policies.ts";
import { openSandboxOrNone } from "../commands/open-sandbox-or-none.ts";
import { secretValues } from "../commands/secret-values.ts";
import type { Evaluation } from "./open-evaluation.ts";

/** What trials work with on this machine: policies, sandbox and log as every agent here has them. */
export type OpenedHost = {
  readonly host: TrialHost;
  /** What of it runs depend on, so that those under other rules count as other runs. */
  readonly surroundings: string;
  close(): Promise<void>;
};

export async function openTrialHost({
  invocation,
  io,
  options,
  models,
  place,
}: Omit<Evaluation, "opened">): Promise<OpenedHost> {
  const policy = await openPolicies(invocation, io);
  const sandbox = await openSandboxOrNone(options.sandbox, { quiet: options.quiet }, io);
  const audit = createJsonlSink({ path: auditFile(io) });
  const host: TrialHost = {
    fs: place.fs,
    model: models.agent.model,
    findModel: models.agent.find,
    policy,
    network: options.network,
    environment: io.environment,
    secrets: secretValues(io.environment),
    audit,
    ...(sandbox === undefined ? {} : { sandbox }),
  };
  const surroundings = JSON.stringify([sandbox?.name ?? "no programs", options.network, policy]);
  return { host, surroundings, close: () => audit.close() };
}
