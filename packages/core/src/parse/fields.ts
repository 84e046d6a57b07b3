import { number, type Shape, text, textOrTexts, texts, toggle } from "./shape.ts";

/** Who defines a field: the standard, a client, or a published extension. */
type FieldOrigin = "standard" | "Claude Code" | "OmniForge" | "skillscraft" | "Letta" | "Qwen Code";
export type Field = {
  readonly name: string;
  readonly origin: FieldOrigin;
  readonly shape: Shape;
  /** Clients known to act on it, as of November 2026. */
  readonly readBy: readonly string[];
};

const anything: Shape = { type: "anything" };
const hookCommand: Shape = {
  type: "record",
  fields: {
    type: { type: "choice", of: ["command", "prompt", "http", "agent"] },
    command: text,
    prompt: text,
    timeout: number,
    once: toggle,
  },
};
const hookEvent: Shape = {
  type: "list",
  item: {
    type: "record",
    fields: { matcher: text, hooks: { type: "list", item: hookCommand } },
    required: ["hooks"],
  },
};
const hooks: Shape = { type: "dictionary", value: { type: "either", of: [text, hookEvent] } };
const capability: Shape = {
  type: "either",
  of: [
    text,
    {
      type: "record",
      fields: { capability: text, reason: text, optional: toggle },
      required: ["capability"],
    },
  ],
};
const assertion: Shape = {
  type: "record",
  fields: {
    type: {
      type: "choice",
      of: [
        "contains",
        "not-contains",
        "matches-regex",
        "file-created",
        "file-modified",
        "command-executed",
        "custom",
      ],
    },
    value: text,
    description: text,
  },
  required: ["type", "value"],
};
const scenario: Shape = {
  type: "record",
  fields: {
    name: text,
    description: text,
    input: text,
    expectedOutput: text,
    tags: texts,
    cases: {
      type: "list",
      item: {
        type: "record",
        fields: {
          name: text,
          input: text,
          assertions: { type: "list", item: assertion },
          expectedBehavior: text,
        },
        required: ["name", "input"],
      },
    },
  },
  required: ["name"],
};

const claude = ["Claude Code"];
const invocation = ["Claude Code", "Qwen Code", "Letta"];

/** Every known field. Add a new one here and in `SkillManifest`; schema, docs and checks follow from it. */
export const fields: readonly Field[] = [
  { name: "name", origin: "standard", shape: text, readBy: ["every client"] },
  { name: "description", origin: "standard", shape: text, readBy: ["every client"] },
  { name: "license", origin: "standard", shape: text, readBy: ["every client"] },
  {
    name: "compatibility",
    origin: "standard",
    shape: {
      type: "either",
      of: [text, { type: "record", fields: { requires: texts, optional: texts, packages: texts } }],
    },
    readBy: ["every client"],
  },
  {
    name: "metadata",
    origin: "standard",
    shape: { type: "dictionary", value: anything },
    readBy: ["every client"],
  },
  { name: "allowed-tools", origin: "standard", shape: textOrTexts, readBy: ["Claude Code", "Skillwright"] },
  { name: "allowedTools", origin: "Qwen Code", shape: textOrTexts, readBy: ["Qwen Code"] },
  { name: "disallowed-tools", origin: "Claude Code", shape: textOrTexts, readBy: claude },
  {
    name: "context",
    origin: "Claude Code",
    shape: { type: "choice", of: ["inherit", "fork"] },
    readBy: claude,
  },
  { name: "agent", origin: "Claude Code", shape: text, readBy: claude },
  { name: "background", origin: "Claude Code", shape: toggle, readBy: claude },
  { name: "model", origin: "Claude Code", shape: text, readBy: ["Claude Code", "Qwen Code"] },
  { name: "effort", origin: "Claude Code", shape: text, readBy: claude },
  { name: "hooks", origin: "Claude Code", shape: hooks, readBy: ["Claude Code", "Qwen Code"] },
  { name: "disable-model-invocation", origin: "Claude Code", shape: toggle, readBy: [...invocation, "pi"] },
  {
    name: "user-invocable",
    origin: "Claude Code",
    shape: toggle,
    readBy: [...invocation, "Mastra", "Mistral Vibe"],
  },
  { name: "argument-hint", origin: "Claude Code", shape: textOrTexts, readBy: ["Claude Code", "Letta"] },
  { name: "arguments", origin: "Claude Code", shape: textOrTexts, readBy: claude },
  { name: "when_to_use", origin: "Claude Code", shape: text, readBy: invocation },
  { name: "paths", origin: "Claude Code", shape: textOrTexts, readBy: ["Claude Code", "Qwen Code"] },
  { name: "shell", origin: "Claude Code", shape: text, readBy: claude },
  { name: "priority", origin: "OmniForge", shape: number, readBy: ["Qwen Code"] },
  { name: "tags", origin: "OmniForge", shape: textOrTexts, readBy: ["Letta"] },
  { name: "category", origin: "Letta", shape: text, readBy: ["Letta"] },
  {
    name: "scope",
    origin: "OmniForge",
    shape: { type: "record", fields: { agents: texts, tenants: texts, environments: texts } },
    readBy: [],
  },
  {
    name: "execution",
    origin: "OmniForge",
    shape: { type: "record", fields: { sandbox: toggle, "allowed-paths": texts, network: text } },
    readBy: [],
  },
  {
    name: "security",
    origin: "skillscraft",
    shape: {
      type: "record",
      fields: {
        capabilities: { type: "list", item: capability },
        requiresNetwork: toggle,
        modifiesFiles: toggle,
        executesCommands: toggle,
        fileSystemScope: { type: "choice", of: ["skill-directory", "workspace", "system"] },
      },
    },
    readBy: [],
  },
  {
    name: "testing",
    origin: "skillscraft",
    shape: { type: "record", fields: { scenarios: { type: "list", item: scenario } } },
    readBy: [],
  },
  {
    name: "tools",
    origin: "skillscraft",
    shape: {
      type: "record",
      fields: {
        dependencies: {
          type: "list",
          item: {
            type: "record",
            fields: { tool: text, required: toggle, purpose: text, minVersion: text },
            required: ["tool"],
          },
        },
      },
    },
    readBy: [],
  },
  {
    name: "composition",
    origin: "skillscraft",
    shape: {
      type: "record",
      fields: {
        dependencies: {
          type: "list",
          item: {
            type: "record",
            fields: { skillName: text, reason: text, optional: toggle },
            required: ["skillName"],
          },
        },
        conflicts: texts,
        executionOrder: { type: "choice", of: ["before", "after", "independent"] },
      },
    },
    readBy: [],
  },
];

const byName: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.name, field]));

export function findField(name: string): Field | undefined {
  return byName.get(name);
}
