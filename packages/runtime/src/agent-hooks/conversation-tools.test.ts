import { afterAll, expect, test } from "vitest";
import type { AgentName } from "./agent-dialect.ts";
import { createTestGuard, policyOf, removeTestGuards, skill, type TestGuardOptions } from "./test-guard.ts";

afterAll(removeTestGuards);

const conversation: readonly (readonly [AgentName, readonly string[]])[] = [
  [
    "claude-code",
    [
      ...["ToolSearch", "TodoWrite", "TaskCreate", "TaskGet", "TaskList", "TaskUpdate"],
      ...["AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "StructuredOutput"],
    ],
  ],
  ["codex", ["tool_search", "update_plan", "request_user_input"]],
  [
    "gemini-cli",
    ["write_todos", "ask_user", "update_topic", "complete_task", "enter_plan_mode", "exit_plan_mode"],
  ],
  ["cursor", ["TodoWrite", "AskQuestion"]],
  [
    "copilot",
    [
      ...["report_intent", "update_todo", "ask_user", "task_complete", "exit_plan_mode", "TodoWrite"],
      ...["AskUserQuestion", "manage_todo_list", "vscode_askQuestions"],
    ],
  ],
];

const readers: readonly (readonly [AgentName, readonly string[]])[] = [
  ["claude-code", ["BashOutput", "KillShell", "KillBash", "TaskOutput", "TaskStop"]],
  ["gemini-cli", ["read_background_output", "list_background_processes"]],
  ["copilot", ["read_bash", "stop_bash", "list_bash", "get_terminal_output"]],
];

type Under = Omit<TestGuardOptions, "skills" | "agent"> & { readonly disallowed?: string };

async function effects(
  [agent, tools]: readonly [AgentName, readonly string[]],
  list: string,
  { disallowed, ...options }: Under = {},
): Promise<ReadonlySet<string>> {
  const skills = { a: [skill("a", list, disallowed)] };
  const guard = createTestGuard({ agent, skills, ...options });
  await guard.load("a");
  const answers = [];
  for (const tool of tools) answers.push(await guard.call(tool, { anything: "x" }));
  return new Set(answers.map(({ effect }) => effect));
}

test.each(conversation)("in %s, tools that touch only the conversation stay callable", async (...row) => {
  for (const list of ["", "Read", "Read Bash(git:*)"])
    expect(await effects(row, list)).toEqual(new Set(["none"]));
});

test.each(readers)("in %s, shell readers follow the shell", async (...row) => {
  for (const list of ["Bash", "Read Bash(git status:*)"])
    expect(await effects(row, list)).toEqual(new Set(["none"]));
  for (const list of ["", "Read", "Write Grep"]) expect(await effects(row, list)).toEqual(new Set(["deny"]));
});

test.each([...conversation, ...readers])(
  "in %s, policies' lists and denials still apply to them",
  async (...row) => {
    const [, tools] = row;
    const named = tools.join(" ");
    const deny = new Set(["deny"]);
    expect(await effects(row, "Bash", { policy: [policyOf("user", { deny: named })] })).toEqual(deny);
    expect(await effects(row, "Bash", { policy: [policyOf("organisation", { only: "Bash" })] })).toEqual(
      deny,
    );
    expect(await effects(row, "Bash", { disallowed: named })).toEqual(deny);
    const ask = { policy: [policyOf("user", { ask: named })] };
    expect(await effects(row, "Bash", ask)).toEqual(new Set(["ask"]));
  },
);

test("nothing runs in a blocked turn", async () => {
  const guard = createTestGuard({
    policy: [policyOf("user", { deny: "Skill(a)" })],
    skills: { a: [skill("a")] },
  });
  await guard.prompt("a");
  expect(await guard.call("TodoWrite")).toMatchObject({ effect: "deny" });
});

test.each<[AgentName, readonly string[]]>([
  [
    "claude-code",
    ["Bash", "Write", "WebFetch", "Agent", "Monitor", "todowrite", "ask_user", "mcp__x__ToolSearch"],
  ],
  ["codex", ["apply_patch", "spawn_agent", "mcp__x__update_plan"]],
  ["gemini-cli", ["run_shell_command", "save_memory", "invoke_agent", "mcp__x__ask_user"]],
  ["cursor", ["Shell", "Task", "WriteShellStdin", "mcp__*__TodoWrite"]],
  ["copilot", ["write_bash", "task", "sql", "store_memory", "mcp__x__ask_user"]],
])("in %s, everything else must be on the list", async (...row) => {
  expect(await effects(row, "Read")).toEqual(new Set(["deny"]));
});
