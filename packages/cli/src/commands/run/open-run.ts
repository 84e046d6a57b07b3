import { createJsonlSink, createSession, type Session } from "@skillwright/runtime";
import { createSubagentRunner } from "@skillwright/runtime/agent";
import { finishCatalog } from "../../catalog/finish-catalog.ts";
import { openSkills } from "../../catalog/open-catalog.ts";
import { whereLooked } from "../../catalog/where-looked.ts";
import { auditFile } from "../../session/audit-file.ts";
import { openPolicies } from "../../session/open-policies.ts";
import { openSandboxOrNone } from "../../session/open-sandbox.ts";
import { userSession } from "../../session/user-session.ts";
import { agentOptions } from "./agent-options.ts";
import { askingPolicy } from "./asking-policy.ts";
import { readAuthoring } from "./authoring.ts";
import { createRunPrompt, describeSurroundings } from "./prompt.ts";
import type { RunParts } from "./task.ts";

export type OpenedRun = {
  readonly session: Session;
  /** The system prompt. */
  readonly system: string;
  readonly audit: { readonly path: string; readonly name: string };
  /** Hint for an unknown skill name. */
  readonly whereLooked: string;
  /** Closes the session and its log; idempotent. */
  close(): Promise<void>;
};

/** Opens everything an agent needs besides its model: skills, policies, sandbox, audit log, session. */
export async function openRun(parts: RunParts): Promise<OpenedRun> {
  const { invocation, io, view, tally, approver } = parts;
  const { access, quiet } = parts.request;
  const authoring = readAuthoring(invocation, io);
  const opened = await openSkills(invocation, io, { extra: authoring.roots });
  const policies = await openPolicies(invocation, io);
  const sandbox = await openSandboxOrNone(access.sandbox, { quiet }, io);
  const path = auditFile(io);
  const audit = createJsonlSink({ path });
  const session = createSession({
    ...userSession(opened, [...policies, askingPolicy(policies)], io),
    agentTools: { network: access.network },
    skillTools: { scripts: { network: access.network }, authoring: { into: authoring.into } },
    approver: approver.approve,
    runSubagent: createSubagentRunner({
      ...agentOptions(parts),
      surroundings: describeSurroundings(io),
    }),
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
    whereLooked: whereLooked(opened),
    close: async () => {
      await session.close();
      await audit.close();
    },
  };
}
