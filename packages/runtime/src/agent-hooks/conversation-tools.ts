import { mayRun, type PolicyLayer } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import type { AgentName } from "./agent-dialect.ts";

/**
 * The layers that apply to a tool while skills are active in an agent. Skills' lists name what a task may touch; agents
 * also have tools that touch only the conversation and are needed to reach the listed ones or to ask a person. Those
 * stay callable, as do shell readers if the list has a shell. Policies' lists and all denials still apply.
 */
export function layersFor(
  tool: string,
  agent: AgentName,
  layers: readonly PolicyLayer[],
): readonly PolicyLayer[] {
  const { conversation, shell } = beside[agent];
  const isConversation = conversation.includes(tool);
  if (!isConversation && !shell.includes(tool)) return layers;
  return layers.map((layer) => {
    const { only, advised, ...rest } = layer;
    if (layer.kind !== "skill") return layer;
    const listed = { ...rest, ...compact({ only: only ?? advised }) };
    return isConversation || mayRun("Bash", [listed]) ? rest : layer;
  });
}

type Beside = {
  /** Tool search, to-do list, questions to the user, plans, progress reports. */
  readonly conversation: readonly string[];
  /** Reading or ending a shell's processes; writing to one is a use of the shell itself. */
  readonly shell: readonly string[];
};

/**
 * Names as hooks see them: Claude Code 2.1.325, Codex 0.166, Gemini CLI 0.61, Cursor's SDK 1.0.32, Copilot CLI 1.0.102,
 * VS Code, Qwen Code 0.24 and opencode 1.18.
 */
const beside: Readonly<Record<AgentName, Beside>> = {
  "claude-code": {
    conversation: [
      ...["ToolSearch", "TodoWrite", "TaskCreate", "TaskGet", "TaskList", "TaskUpdate"],
      ...["AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "StructuredOutput"],
    ],
    shell: ["BashOutput", "KillShell", "KillBash", "TaskOutput", "TaskStop"],
  },
  codex: { conversation: ["tool_search", "update_plan", "request_user_input"], shell: [] },
  "gemini-cli": {
    conversation: [
      ...["write_todos", "ask_user", "update_topic", "complete_task", "enter_plan_mode", "exit_plan_mode"],
    ],
    shell: ["read_background_output", "list_background_processes"],
  },
  cursor: { conversation: ["TodoWrite", "AskQuestion"], shell: [] },
  copilot: {
    conversation: [
      ...["report_intent", "update_todo", "ask_user", "task_complete", "exit_plan_mode"],
      // In Claude Code's form, and in VS Code.
      ...["TodoWrite", "AskUserQuestion", "manage_todo_list", "vscode_askQuestions"],
    ],
    shell: ["read_bash", "stop_bash", "list_bash", "get_terminal_output"],
  },
  "qwen-code": {
    conversation: [
      ...["tool_search", "todo_write", "task_create", "task_list", "task_update", "get_goal", "update_goal"],
      ...["ask_user_question", "enter_plan_mode", "exit_plan_mode", "structured_output"],
    ],
    shell: ["task_stop"],
  },
  opencode: { conversation: ["todowrite", "todoread", "question", "plan_enter", "plan_exit"], shell: [] },
};
