import { createAgentTools, createSkillTools } from "../tools/create-tools.ts";
import { requireDistinct } from "../tools/require-distinct.ts";
import type { ActivationTool, Tool } from "../tools/tool.ts";
import type { Session } from "./session.ts";
import type { SessionOptions } from "./session-options.ts";
import type { SessionParts } from "./session-parts.ts";

/** The session's tools, not yet guarded. Built on each call, so that the list of skills is current. */
export async function createSessionTools(
  { functions = [], agentTools = false, skillTools }: SessionOptions,
  session: Session,
  { catalog, clock, sandbox, settings, outputs, drafts }: SessionParts,
): Promise<readonly (Tool | ActivationTool)[]> {
  const { workspace, environment } = settings;
  const shared = {
    session,
    clock,
    workspace,
    environment,
    outputs,
    ...(sandbox === undefined ? {} : { sandbox }),
  };
  const skills = await createSkillTools({
    ...shared,
    catalog,
    ...(drafts === undefined ? {} : { drafts }),
    ...(skillTools === undefined ? {} : { config: skillTools }),
  });
  const config = typeof agentTools === "object" ? { config: agentTools } : {};
  const own = agentTools === false ? skills : [...skills, ...createAgentTools({ ...shared, ...config })];
  requireDistinct(functions, own);
  return [...own, ...functions];
}
