import { SkillError } from "@skillwright/core";
import type { ToolSet } from "ai";
import { skillTools, wrapTools } from "../adapters/ai-sdk.ts";
import type { Session } from "../session/session.ts";
import { requireDistinct } from "../tools/require-distinct.ts";

/** The session's tools and the host's, all guarded. */
export async function createAgentToolSet(session: Session, own: ToolSet = {}): Promise<ToolSet> {
  const tools = await skillTools(session);
  requireDistinct(toNames(own), toNames(tools));
  checkOwn(own);
  return { ...tools, ...wrapTools(session, own) };
}

function toNames(tools: ToolSet): readonly { readonly name: string }[] {
  return Object.keys(tools).map((name) => ({ name }));
}

/** An agent cannot run a tool without a function, nor answer a tool's own approval request. */
function checkOwn(tools: ToolSet): void {
  for (const [name, { execute, isProviderExecuted, needsApproval }] of Object.entries(tools)) {
    if (execute === undefined && isProviderExecuted !== true) refuse(`${name} has no function to run`);
    if (needsApproval !== undefined && needsApproval !== false)
      refuse(`${name} has its own approval (needsApproval); let the policy ask`);
  }
}

function refuse(reason: string): never {
  throw new SkillError("option-invalid", { name: "tools", reason });
}
