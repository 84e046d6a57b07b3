import { expect, test } from "vitest";
import { tokenizeTools } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { policyLimits } from "./limits.ts";
import { mayRun } from "./permissions.ts";
import { toolsOfGroup } from "./policy-file.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { programTools } from "./read-program-parts.ts";
import { collapsePath } from "./request-path.ts";
import { canonicalTool } from "./tool-names.ts";

const resolvePath = (path: string): string => collapsePath(path.startsWith("/") ? path : `/work/${path}`);

function decideUnder(lists: Partial<PolicyLayer>, tool: string, input: unknown): Decision {
  const layer: PolicyLayer = { kind: "user", name: "user", otherwise: "allow", ...lists };
  return decide({ tool, input, workspace: "/work", resolvePath }, [layer]);
}
const underDeny = (deny: string, tool: string, input: unknown): string =>
  decideUnder({ deny: tokenizeTools(deny) }, tool, input).effect;
const underList = (only: string, tool: string, input: unknown): string =>
  decideUnder({ only: tokenizeTools(only) }, tool, input).effect;

const fetching = { command: "curl evil" };
const task = (fields: object): object => ({ task: { label: "x", type: "shell", ...fields } });

const runners: readonly (readonly [tool: string, input: unknown])[] = [
  ["Monitor", fetching],
  ["monitor", { ...fetching, description: "d", timeout_ms: 1000, persistent: true }],
  ["create_and_run_task", task(fetching)],
  ["RunTask", task({ command: "curl", args: ["evil"] })],
  ["RunTask", task({ command: "env", args: ["curl", "evil"] })],
  // Not certainly these words in this order.
  ["RunTask", task({ command: ["curl", "evil"] })],
  ["RunTask", task({ command: "env", args: "curl evil" })],
  ["RunTask", task({ command: "env", args: [["curl", "evil"]] })],
  ["RunTask", task({ command: "echo", args: ["#", "$(curl evil)"] })],
  ["run_task", { workspaceFolder: "/work", id: "build" }],
  ["CodeExecution", { code: "fetch('evil')" }],
  ["js_repl", { code: "1" }],
  ["run_notebook_cell", { filePath: "a.ipynb", cellId: "1" }],
  ["run_vscode_command", { commandId: "workbench.action.terminal.sendSequence" }],
  ["runTests", { files: ["a.test.ts"] }],
  ["send_to_terminal", { id: "1", ...fetching }],
  ["batch", { tool_calls: [{ tool: "bash", parameters: fetching }] }],
  ["some_runner", fetching],
  ["some_runner", { cmd: ["curl", "evil"], where: "there" }],
];

test.each(runners)("a denied shell also denies %s of %j", (tool, input) => {
  expect(underDeny("Bash", tool, input)).toBe("deny");
  expect(underDeny("Bash(curl:*)", tool, input)).toBe("deny");
  expect(decideUnder({ ask: tokenizeTools("Bash(curl:*)") }, tool, input).effect).toBe("ask");
  expect(decideUnder({ deny: tokenizeTools("WebFetch Grep") }, tool, input).effect).toBe("allow");
});

test.each(runners.filter(([tool]) => canonicalTool(tool) !== "Bash"))(
  "a list with the shell on it does not cover %s of %j",
  (tool, input) => {
    expect(underList("Bash", tool, input)).toBe("deny");
    expect(decideUnder({ allow: tokenizeTools("Bash"), otherwise: "ask" }, tool, input).effect).toBe("ask");
    expect(underList(`Bash ${tool}`, tool, input)).toBe("allow");
  },
);

test("a different command passes, and the matching one is named", () => {
  const watch = { command: "tail -f log | grep x" };
  expect(underDeny("Bash(curl:*)", "Monitor", watch)).toBe("allow");
  expect(underDeny("Bash(curl:*)", "some_runner", watch)).toBe("allow");
  expect(underDeny("Bash(curl:*)", "RunTask", task({ command: "npm", args: ["test"] }))).toBe("allow");
  expect(underDeny("Bash(curl:*)", "RunTask", task({ type: "process", command: "npm" }))).toBe("allow");
  expect(
    decideUnder({ deny: tokenizeTools("Bash(curl:*)") }, "Monitor", { command: "ls; curl evil" }),
  ).toEqual({
    effect: "deny",
    layer: "user",
    rule: "Bash(curl:*)",
    reason: "denied-by-rule",
    detail: "curl evil",
  });
});

test.each([
  ["Monitor", { command: "echo x > secrets/k" }],
  ["Monitor", { command: "echo 'never closed" }],
  ["create_and_run_task", task({ command: "echo x > secrets/k" })],
  ["create_and_run_task", task({ command: "echo", args: ["x>secrets/k"] })],
  ["create_and_run_task", task({ command: "echo x > k", options: { cwd: "secrets" } })],
  ["create_and_run_task", { workspaceFolder: "/work/secrets", ...task({ command: "echo x > k" }) }],
  ["create_and_run_task", task({ type: "npm", command: "x" })],
  ["create_and_run_task", { task: "echo x > secrets/k" }],
  ["CodeExecution", { code: "write()" }],
  ["some_runner", { command: "echo x > secrets/k" }],
  ["batch", { tool_calls: [{ tool: "write", parameters: { filePath: "secrets/k", content: "x" } }] }],
])("a rule on files falls on %s of %j", (tool, input) => {
  expect(underDeny("Write(./secrets/**)", tool, input)).toBe("deny");
});

test.each([
  ["Monitor", { command: "echo x > docs/k" }],
  ["runTests", { files: ["a.test.ts"] }],
  ["run_task", { id: "build" }],
  ["create_and_run_task", { workspaceFolder: "/work", ...task({ command: "npm", args: ["run", "a:b"] }) }],
  ["some_runner", { command: "it's done", environment: "prod" }],
  ["testFailure", {}],
])("a rule on other files, or on programs of another tool, leaves %s of %j alone", (tool, input) => {
  expect(underDeny("Write(./secrets/**) Read(.env)", tool, input)).toBe("allow");
});

test("MCP tools and editors' file commands are not programs", () => {
  expect(underDeny("Bash", "mcp__x__run", fetching)).toBe("allow");
  expect(underDeny("Bash", "mcp_x_run", fetching)).toBe("allow");
  expect(underDeny("Bash", "x__run", fetching)).toBe("allow");
  expect(underDeny("Bash", "text_editor", { command: "view", path: "a" })).toBe("allow");
  expect(underDeny("Bash", "some_tool", { text: "curl evil" })).toBe("allow");
  expect(underDeny("Bash", "some_tool", null)).toBe("allow");
});

test("a rule on one of these tools themselves still applies, also in a batch", () => {
  expect(underDeny("RunTask", "RunTask", task(fetching))).toBe("deny");
  expect(underDeny("RunTask(x)", "RunTask", task(fetching))).toBe("deny");
  expect(underDeny("Monitor", "batch", { tool_calls: [{ tool: "Monitor", parameters: fetching }] })).toBe(
    "deny",
  );
  expect(underDeny("some_runner", "some_runner", fetching)).toBe("deny");
});

const inBatch = (tool: string, parameters: object): object => ({ tool_calls: [{ tool, parameters }] });

test("an allowlist must name a batch and everything in it", () => {
  expect(underList("Read", "batch", inBatch("read", { filePath: "a" }))).toBe("deny");
  expect(underList("Batch", "batch", inBatch("read", { filePath: "a" }))).toBe("deny");
  expect(underList("Batch Read", "batch", inBatch("read", { filePath: "a" }))).toBe("allow");
  expect(underList("Batch Read(./docs/**)", "batch", inBatch("read", { filePath: "a" }))).toBe("deny");
  expect(underList("Batch Read", "batch", inBatch("bash", fetching))).toBe("deny");
  expect(underList("Batch", "batch", { tool_calls: [] })).toBe("deny");
  expect(underList("Batch Bash", "batch", inBatch("bash", { command: "cd /srv && ls" }))).toBe("allow");
});

test.each([
  [{}],
  [{ tool_calls: "x" }],
  [{ tool_calls: [], calls: [] }],
  [{ tool_calls: ["bash"] }],
  [{ tool_calls: [{ tool: "read" }] }],
  [{ tool_calls: [{ tool: 7, parameters: {} }] }],
  [{ tool_calls: [{ tool: "read", parameters: {}, args: {} }] }],
  [{ tool_calls: [{ tool: "batch", parameters: { tool_calls: [] } }] }],
  [{ tool_calls: Array(policyLimits.batchCalls + 1).fill({ tool: "read", parameters: { filePath: "a" } }) }],
])("a batch that cannot be read falls under every rule (%#)", (input) => {
  expect(underDeny("WebFetch", "batch", input)).toBe("deny");
  expect(underList("Batch Read", "batch", input)).toBe("deny");
});

test("if the shell is denied, other tools that start programs are not offered", () => {
  const layers: readonly PolicyLayer[] = [{ kind: "user", name: "user", deny: tokenizeTools("Bash") }];
  expect([...programTools.keys()].filter((tool) => mayRun(tool, layers))).toEqual([]);
  expect(mayRun("Read", layers)).toBe(true);
  expect(mayRun("Monitor", [{ kind: "user", name: "user", deny: tokenizeTools("Bash(rm:*)") }])).toBe(true);
});

test("each of these tools is known and in the approval group", () => {
  const approved = toolsOfGroup("scripts").map(({ tool }) => tool.toLowerCase());
  for (const tool of programTools.keys()) {
    expect(canonicalTool(tool)?.toLowerCase()).toBe(tool);
    expect(approved).toContain(tool);
  }
});

test("a rule on a skill also matches the slash command of the same name", () => {
  const input = { command: "/deploy now" };
  expect(underDeny("Skill(deploy)", "SlashCommand", input)).toBe("deny");
  expect(underDeny("Skill", "slash_command", input)).toBe("deny");
  expect(underDeny("Skill(deploy)", "SlashCommand", { command: "/Tools:Deploy" })).toBe("deny");
  expect(underDeny("Skill(deploy)", "SlashCommand", {})).toBe("deny");
  expect(underDeny("Skill(review)", "SlashCommand", input)).toBe("allow");
  expect(underDeny("SlashCommand(/deploy)", "SlashCommand", input)).toBe("deny");
  expect(underList("Skill(deploy)", "SlashCommand", input)).toBe("deny");
});
