import { tokenizeTools } from "../../packages/core/src/parse/tool-list.ts";
import { decide, decideAlias } from "../../packages/core/src/policy/decide.ts";
import {
  type FieldPurposes,
  fileFields,
  globFields,
  searchFields,
  shellFields,
  skillFields,
  taskFields,
  webFields,
} from "../../packages/core/src/policy/input-fields.ts";
import type { PolicyLayer } from "../../packages/core/src/policy/policy-layer.ts";
import { findProtected } from "../../packages/core/src/policy/protected-places.ts";
import { canonicalTool, knownTools } from "../../packages/core/src/policy/tool-names.ts";
import type { ToolRequest } from "../../packages/core/src/policy/tool-request.ts";
import type { JsonObject } from "../../packages/core/src/text/json.ts";
import { dialects } from "../../packages/runtime/src/agent-hooks/dialects/dialects.ts";
import { recorded } from "../../packages/runtime/src/agent-hooks/dialects/payloads/test-recorded.ts";
import type { Reader } from "./reader.ts";

const rules =
  "Bash(git:*) Bash(rm *) Read(.env) Read(./secrets/**) Edit(*.pem) WebFetch(domain:*.example.com) Skill(deploy-*) mcp__a__* Task(x)";
const layers: readonly PolicyLayer[] = [
  {
    kind: "user",
    name: "user",
    deny: tokenizeTools(rules),
    ask: tokenizeTools("Bash(sudo:*) Write(//etc/**)"),
  },
  { kind: "skill", name: "pdf", only: tokenizeTools(`${rules} Bash(sqlite3:*) Bash(python3 *) Grep Glob`) },
];

function judge(tool: string, input: unknown, all = layers): unknown {
  const request: ToolRequest = { tool, input, workspace: "/w", home: "/h", resolvePath: (path) => path };
  return [
    decide(request, all),
    decideAlias(request, all),
    findProtected(() => ["/h/.skillwright", "/w/.claude/settings.json"], request),
  ];
}

const fieldsOf: readonly FieldPurposes<string>[] = [
  fileFields,
  searchFields,
  globFields,
  shellFields,
  webFields,
  skillFields,
  taskFields,
];

/** One field for each purpose that some tool has, and one that no tool knows. */
const fields = new Map(
  fieldsOf.flatMap((purposes) => [...purposes].map(([field, purpose]) => [purpose, field] as const)),
);
const fieldNames = [
  "command",
  "path",
  "pattern",
  "glob",
  "url",
  "skill",
  "content",
  "other",
  ...fields.values(),
];
const tools = knownTools().filter((tool) => canonicalTool(tool) === tool);

/** Every field of every tool. */
export const fieldReaders: readonly Reader[] = [...tools, "mcp__a__b", "unheard-of"].flatMap((tool) =>
  [...new Set(fieldNames)].map((field) => ({
    name: `decide on ${tool} with a long ${field}`,
    read: (text: string) => judge(tool, { [field]: text }),
  })),
);

const commands = [
  "",
  "git ",
  "rm -rf ",
  "sqlite3 db ",
  "bash -c '",
  "find . -exec ",
  "cat <<",
  "echo $((",
  'x="',
  "env ",
];

/** What a long text can be in a command, a rule or a tool's name. */
export const callReaders: readonly Reader[] = [
  ...commands.map((start) => ({
    name: `decide on a command that starts with '${start}'`,
    // Longer commands are refused unread.
    read: (text: string) => judge("Bash", { command: `${start}${text}`.slice(0, 32_768) }),
  })),
  { name: "decide on a tool with a long name", read: (text) => judge(text, {}) },
  { name: "decide on many fields", read: (text) => judge("Read", { paths: [...text] }) },
  { name: "decide on a deep path", read: (text) => judge("Write", { file_path: `/w/${text}/x` }) },
  {
    name: "decide on a search",
    read: (text) => judge("Grep", { pattern: "x", path: ".", glob: `*.{${text}}` }),
  },
  ...["Bash", "Bash git ", "Read", "Grep", "WebFetch domain:", "Skill", "Task", ""].map((rule) => {
    const [tool = "", start = ""] = rule.split(/ (.*)/s);
    return {
      name: `decide by a rule with a long pattern: ${rule}`,
      read: (text: string) => {
        const pattern = {
          tool: tool === "" ? text : tool,
          ...(tool === "" ? {} : { pattern: start + text }),
          text: rule,
        };
        const layer: PolicyLayer = { kind: "user", name: "user", deny: [pattern], ask: [pattern] };
        const asked = {
          command: "git status && rm -rf a/b",
          path: "a/b.ts",
          url: "https://a.b.example.com/x",
          skill: "pdf",
        };
        return tools.slice(0, 20).map((one) => judge(one, asked, [layer]));
      },
    };
  }),
];

/** Every text in what agents tell their hooks: each field of each event once, each field of a tool's input once per tool. */
export const hookReaders: readonly Reader[] = dialects.flatMap((dialect) => {
  const seen = new Set<string>();
  return recorded[dialect.agent].flatMap(({ what, payload }) =>
    textsIn(payload)
      .filter((path) => isFirst(seen, placeOf(payload, path)))
      .map((path) => ({
        name: `${dialect.agent}: ${what}, ${path.join(".")}`,
        read: (text: string) => {
          const event = dialect.read(replaceText(payload, path, text) as typeof payload);
          if (event.kind === "call")
            for (const { tool, input } of event.uses.slice(0, 20)) judge(tool, input);
          return dialect.answer({ effect: "deny", reason: text }, event);
        },
      })),
  );
});

function placeOf(payload: JsonObject, path: readonly string[]): string {
  const { hook_event_name: event, tool_name: tool, toolName } = payload;
  return JSON.stringify([event ?? Object.keys(payload), path, path.length > 1 ? (tool ?? toolName) : ""]);
}

function isFirst(seen: Set<string>, place: string): boolean {
  return !seen.has(place) && Boolean(seen.add(place));
}

function textsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === "string") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
}

function replaceText(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === key ? replaceText(one, rest, text) : one));
  if (typeof value !== "object" || value === null) return value;
  return {
    ...value,
    [key]: replaceText(Object.entries(value).find(([name]) => name === key)?.[1], rest, text),
  };
}
