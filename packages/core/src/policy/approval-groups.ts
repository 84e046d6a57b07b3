import { type ToolPattern, tokenizeTools } from "../parse/tool-list.ts";

/** OmniForge's names for what a person must approve. */
export const approvalGroups = ["scripts", "network-tools", "file-write"] as const;
export type ApprovalGroup = (typeof approvalGroups)[number];

/** A program can do anything its user can, so every tool that starts one is in every group. */
const programs = "Bash CodeExecution RunTask RunTests RunVSCodeCommand skills_run_script skills_try";

const tools: Readonly<Record<ApprovalGroup, string>> = {
  scripts: programs,
  "network-tools": `${programs} WebFetch WebSearch Browser Computer UseMcpTool ReadMcpResource mcp__*`,
  "file-write": `${programs} Write Edit MultiEdit NotebookEdit CreateDirectory MoveFile DeleteFile`,
};

/** The tools to ask about when a policy names a group. */
export function toolsOfGroup(group: ApprovalGroup): readonly ToolPattern[] {
  return tokenizeTools(tools[group]).map(({ tool }) => ({ tool, text: `requireApprovalFor: ${group}` }));
}
