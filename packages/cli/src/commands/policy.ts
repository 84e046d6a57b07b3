import { type Decision, decide, formatDecision } from "@skillwright/core/policy";
import { parseJson, printable } from "@skillwright/core/text";
import { type Command, type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { toDecisionRow } from "../session/decision-row.ts";
import { createStyle } from "../terminal/style.ts";
import { hangText } from "../terminal/text-width.ts";
import { explainBatch } from "./policy-batch.ts";
import { openPolicy } from "./policy-layers.ts";

/** Says what would be decided about a tool call, and why. Nothing is run. */
export const policyCommand: Command = {
  name: "policy",
  usage: "explain --tool NAME [options]",
  flags: {
    tool: { type: "string", value: "NAME", help: "Tool that is called, such as Bash." },
    input: { type: "string", value: "JSON", help: 'Its input, such as \'{"command":"git status"}\'.' },
    "allowed-tools": {
      type: "string",
      value: "LIST",
      help: "What the active skill lists; no limit when absent.",
    },
    "disallowed-tools": { type: "string", value: "LIST", help: "What the active skill rules out." },
    mode: { type: "string", value: "MODE", help: "What the list means: restrict, grant, both or advisory." },
    skill: { type: "string", value: "NAME", help: "How to call the skill in the answer." },
    policy: {
      type: "string",
      value: "FILE",
      help: "Policy of the organisation, JSON or YAML; may be repeated.",
    },
    batch: {
      type: "string",
      value: "FILE",
      help: "Answer every call of a file of JSON lines; `-` reads them.",
    },
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `Paths and path patterns begin at the working folder, whose links are followed.
A batch has lines {"id","allowedTools","tool","input"}; allowedTools is a text or a list, and may be absent.
Each is answered with a line {"id","effect","rule","layer","reason"}, or {"id","error"} when it is no call.
Exit code 0 when the call is allowed, 3 when it is denied or must be asked about.
Of a batch 0 whatever was decided, 2 when a line was no call.`,
  examples: [
    `skillwright policy explain --allowed-tools 'Bash(git:*)' --tool Bash --input '{"command":"git status"}'`,
    "skillwright policy explain --batch calls.jsonl --policy policy.json",
  ],
  async run(invocation, io) {
    const [action, extra] = invocation.positionals;
    if (action !== "explain" || extra !== undefined)
      throw new UsageError(
        "policy takes one word: explain. What to explain is said with --tool and --input.",
      );
    const file = invocation.option("batch");
    const tool = readTool(invocation, file);
    const policy = await openPolicy(invocation, io);
    if (file !== undefined) return explainBatch(policy, file, io);
    const decision = decide(policy.request(tool, readInput(invocation)), policy.layers());
    if (invocation.flag("json")) await io.out(`${JSON.stringify(toDecisionRow(decision), null, 2)}\n`);
    else await io.out(toText(decision, io));
    return decision.effect === "allow" ? exitCode.ok : exitCode.refused;
  },
};

function readTool(invocation: Invocation, file: string | undefined): string {
  const tool = invocation.option("tool");
  if (file === undefined) {
    if (tool === undefined || tool.trim() === "")
      throw new UsageError("--tool is missing: the tool that is called, such as Bash.");
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
  const { rule, layer } = decision;
  const look = { width: 8, columns: Math.min(io.terminal.columns, 80) };
  const rows = [
    ...hangText("rule", printable(rule), look),
    ...hangText("layer", printable(layer), look),
    ...hangText("why", formatDecision(decision), look),
  ];
  return `${style.bold(paint(decision.effect))}\n${rows.map((row) => `${row}\n`).join("")}`;
}
