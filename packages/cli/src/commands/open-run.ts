import type { Policy } from "@skillwright/core";
import { createJsonlSink, createSession, type Session } from "@skillwright/runtime";
import { createSubagentRunner } from "@skillwright/runtime/agent";
import type { Io } from "../io.ts";
import { secretsOf } from "../models/secrets-of.ts";
import { finishCatalog } from "./finish-catalog.ts";
import { type OpenedCatalog, openSkills } from "./open-catalog.ts";
import { openPolicies } from "./open-policies.ts";
import { agentOptions } from "./run-agent-options.ts";
import { readAuthoring } from "./run-authoring.ts";
import { askingPolicy } from "./run-policy.ts";
import { createRunPrompt } from "./run-prompt.ts";
import { openRunSandbox } from "./run-sandbox.ts";
import type { RunParts } from "./run-task.ts";

export type OpenedRun = {
  readonly session: Session;
  /** What the model is told before everything else. */
  readonly system: string;
  readonly audit: { readonly path: string; readonly name: string };
  /** Ends the session and its log; more than once does no harm. */
  close(): Promise<void>;
};

/** Everything that an agent needs besides its model: skills, policies, a sandbox, a log, a session. */
export async function openRun(parts: RunParts): Promise<OpenedRun> {
  const { invocation, io, view, tally } = parts;
  const authoring = readAuthoring(invocation, io);
  const opened = await openSkills(invocation, io, { extra: authoring.roots });
  const policies = await openPolicies(invocation, io);
  const sandbox = await openRunSandbox(parts);
  const path = auditFile(io);
  const audit = createJsonlSink({ path });
  const session = createSession({
    ...sessionOptions(opened, policies, parts),
    skillTools: { scripts: { network: parts.request.access.network }, authoring: { into: authoring.into } },
    audit,
    ...(sandbox === undefined ? {} : { sandbox }),
  });
  await finishCatalog(opened, invocation, io);
  session.events.subscribe((event) => {
    tally.session(event);
    view.session(event);
  });
  return {
    session,
    system: createRunPrompt(opened, io),
    audit: { path, name: opened.names.short(path) },
    close: async () => {
      await session.close();
      await audit.close();
    },
  };
}

/** The user's own log, which `skillwright audit` reads. */
function auditFile({ place }: Io): string {
  return `${place.dataFolder}/audit.jsonl`;
}

type Options = Parameters<typeof createSession>[0];

function sessionOptions(
  { catalog, fs }: OpenedCatalog,
  policies: readonly Policy[],
  parts: RunParts,
): Options {
  const { io, approver, request } = parts;
  const { network } = request.access;
  const user = io.environment.USER ?? io.environment.LOGNAME;
  return {
    catalog,
    fs,
    workspace: io.cwd,
    home: io.place.home,
    policy: [...policies, askingPolicy(policies)],
    approver: approver.approve,
    runSubagent: createSubagentRunner(agentOptions(parts)),
    agentTools: { network },
    secrets: secretsOf(io.environment),
    environment: io.environment,
    ...(user === undefined ? {} : { user }),
  };
}
