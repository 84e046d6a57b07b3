/** The part of the SDK's hooks that we use, declared structurally: we never load the SDK. */
export type Hooks = Record<
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "PostToolBatch"
  | "UserPromptSubmit"
  | "UserPromptExpansion"
  | "SessionEnd",
  { hooks: Hook[]; onFailure?: "block" }[]
>;

type Hook = (
  input: HookInput,
  id: string | undefined,
  options: { signal: AbortSignal },
) => Promise<HookOutput>;

/** The part of all these hooks' inputs that we read. */
export type HookInput = {
  readonly hook_event_name: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
  readonly tool_use_id?: string;
  readonly tool_response?: unknown;
  readonly error?: unknown;
  readonly mcp_server?: { readonly name: string; readonly source: string };
  readonly tool_calls?: readonly { readonly tool_use_id: string; readonly tool_response?: unknown }[];
  readonly command_name?: string;
  readonly command_args?: string;
  readonly source?: string;
};

export type HookOutput = {
  decision?: "block";
  reason?: string;
  hookSpecificOutput?:
    | {
        hookEventName: "PreToolUse";
        permissionDecision?: "ask" | "deny";
        permissionDecisionReason?: string;
        updatedInput?: Record<string, unknown>;
      }
    | { hookEventName: "PostToolUse"; additionalContext: string };
};
