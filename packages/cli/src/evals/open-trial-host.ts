import { createJsonlSink } from "@skillwright/runtime";
import type { TrialHost } from "@skillwright/runtime/evals";
import { auditFile } from "../commands/audit-file.ts";
import { openPolicies } from "../commands/open-policies.ts";
import { openSandboxOrNone } from "../commands/open-sandbox-or-none.ts";
import { secretValues } from "../commands/secret-values.ts";
import type { Evaluation } from "./open-evaluation.ts";

/** What trials work with on this machine: policies, sandbox and log as every agent here has them. */
export async function openTrialHost(
  { invocation, io, options, models, place }: Evaluation,
  signal: AbortSignal,
): Promise<{ readonly host: TrialHost; close(): Promise<void> }> {
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
    signal,
    ...(sandbox === undefined ? {} : { sandbox }),
  };
  return { host, close: () => audit.close() };
}
