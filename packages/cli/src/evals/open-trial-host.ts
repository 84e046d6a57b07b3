import type { TrialHost } from "@skillwright/evals";
import { createJsonlSink } from "@skillwright/runtime";
import { openPolicies } from "../session/open-policies.ts";
import { openSandboxOrNone } from "../session/open-sandbox.ts";
import { auditFile, secretValues } from "../session/user-session.ts";

import type { Evaluation } from "./open-evaluation.ts";

/** The environment of trials on this machine: the same policies, sandbox and audit log as for every agent. */
export type OpenedHost = {
  readonly host: TrialHost;
  /** Describes the conditions that runs depend on; runs under other conditions are not reused. */
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
