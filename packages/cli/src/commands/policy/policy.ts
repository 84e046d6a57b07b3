import { type Decision, decide, formatDecision } from "@skillwright/core/policy";
import { parseJson, printable } from "@skillwright/core/text";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { toDecisionRow } from "../../session/decision-row.ts";
import { policyFlags, policyNotes } from "../../session/open-policies.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { hangText } from "../../terminal/text-width.ts";
import { hubFlags } from "../governance/hub-flags.ts";
import { explainBatch } from "./batch.ts";
import { openPolicy } from "./layers.ts";

/** Explains what would be decided about a tool call, and why; manages the hub's policies. Runs nothing. */
export const policyCommand: Command = {
  name: "policy",
  usage: "(explain --tool NAME | pull | push FILE | simulate FILE | activate VERSION | versions) [options]",
  flags: {
    tool: { type: "string", value: "NAME", help: "Tool being called, such as Bash." },
    input: { type: "string", value: "JSON", help: 'Its input, such as \'{"command":"git status"}\'.' },
    "allowed-tools": {
      type: "string",
      value: "LIST",
      help: "The active skill's allowed tools; unrestricted if absent.",
    },
    "disallowed-tools": { type: "string", value: "LIST", help: "The active skill's disallowed tools." },
    mode: { type: "string", value: "MODE", help: "What the list means: restrict, grant, both or advisory." },
    skill: {
      type: "string",
      value: "PATH",
      help: "Folder of the active skill, whose own lists count; a mere name is only shown in the answer.",
    },
    ...policyFlags,
    batch: {
      type: "string",
      value: "FILE",
      help: "Explain every call in a file of JSON lines; `-` for standard input.",
    },
    activate: { type: "boolean", help: "push: put the policy into force at once." },
    ...hubFlags,
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `${policyNotes}
Relative paths and patterns start at the current directory, links resolved.
A batch has lines {"id","allowedTools","tool","input"}; allowedTools is a string or a list, and optional.
Each line is answered with {"id","effect","rule","layer","file","reason"}, or {"id","error"} if it is not a call.
Exit code 0 if the call is allowed, 3 if it is denied or needs approval.
For a batch, 0 whatever the decisions, 2 if a line was not a call.
The other words are about the policies of the hub: pull prints yours, push stores a new version, simulate shows what a file or a
version would have changed in the last month, activate puts a version into force, versions lists them.`,
  examples: [
    `skillwright policy explain --skill ./pdf --tool Bash --input '{"command":"git status"}'`,
    `skillwright policy explain --allowed-tools 'Bash(git:*)' --tool Bash --input '{"command":"git status"}'`,
    "skillwright policy explain --batch calls.jsonl --policy policy.json",
    "skillwright policy simulate hub-policy.yaml",
    "skillwright policy push hub-policy.yaml --scope enterprise --activate",
  ],
  async run(invocation, io) {
    const [action, extra] = invocation.positionals;
    if (action !== undefined && action !== "explain") {
      // Loaded only when needed: it brings zod, which takes longer than a decision.
      const { runHubAction } = await import("./hub-policy.ts");
      return runHubAction(action, invocation, io);
    }
    if (action !== "explain" || extra !== undefined)
      throw new UsageError(
        "policy needs one action: explain, pull, push, simulate, activate or versions. For explain, describe the call with --tool and --input.",
      );
    const file = invocation.option("batch");
    const tool = readTool(invocation, file);
    const policy = await openPolicy(invocation, io);
    if (file !== undefined) return explainBatch(policy, file, io);
    const decision = decide(policy.request(tool, readInput(invocation)), policy.layers());
    if (invocation.flag("json")) await io.out(`${safeJson(toDecisionRow(decision), 2)}\n`);
    else await io.out(toText(decision, io));
    return decision.effect === "allow" ? exitCode.ok : exitCode.refused;
  },
};

function readTool(invocation: Invocation, file: string | undefined): string {
  const tool = invocation.option("tool");
  if (file === undefined) {
    if (tool === undefined || tool.trim() === "")
      throw new UsageError("--tool is missing: the tool being called, such as Bash.");
    return tool;
  }
  const other = ["tool", "input"].find((name) => invocation.option(name) !== undefined);
  if (other !== undefined) throw new UsageError(`--batch reads its calls from a file; leave out --${other}.`);
  return "";
}

function readInput(invocation: Invocation): unknown {
  const text = invocation.option("input") ?? "{}";
  const input = parseJson(text);
  if (input === undefined) throw new UsageError(`--input is not JSON: '${printable(text)}'.`);
  return input;
}

function toText(decision: Decision, io: Io): string {
  const style = createStyle(io.terminal.color);
  const paint = { allow: style.green, ask: style.yellow, deny: style.red }[decision.effect];
  const { rule, layer, file } = decision;
  const look = { width: 8, columns: Math.min(io.terminal.columns, 80) };
  const rows = [
    ...hangText("rule", printable(rule), look),
    ...hangText("layer", printable(layer), look),
    ...(file === undefined ? [] : hangText("file", printable(file), look)),
    ...hangText("why", formatDecision(decision), look),
  ];
  return `${style.bold(paint(decision.effect))}\n${rows.map((row) => `${row}\n`).join("")}`;
}
