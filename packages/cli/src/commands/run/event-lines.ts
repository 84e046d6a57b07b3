import type { AuditEvent } from "@skillwright/core/audit";
import { formatDecision } from "@skillwright/core/policy";
import { isJsonObject, printable } from "@skillwright/core/text";
import { describeEvent } from "@skillwright/runtime";
import type { AgentEvent } from "@skillwright/runtime/agent";
import { fitText, oneLine } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import { wrapText } from "../../terminal/text-width.ts";

export type LineLook = {
  readonly style: Style;
  readonly columns: number;
  /** Output goes to a terminal, so long reasons are cut; a file gets them in full. */
  readonly live: boolean;
};

/** A line for a session event; undefined for events not shown. */
export function sessionLine(
  event: AuditEvent,
  { style, columns }: Pick<LineLook, "style" | "columns">,
): string | undefined {
  switch (event.event) {
    case "tool-call-allowed":
      // Activations have their own line.
      if (activationTools.has(event.tool)) return undefined;
      return style.dim(`→ ${callLine(event, columns - 2)}`);
    case "tool-call-denied": {
      const who = `(${printable(event.layer)}: ${printable(event.rule)})`;
      const reason = wrapText(`${whyDenied(event)} ${who}`, columns - 2).map((line) => `  ${line}`);
      return [style.red(`✗ ${callLine(event, columns - 2)}`), ...reason].join("\n");
    }
    case "subagent-started":
      return style.dim(`→ sub-agent ${printable(event.skill.name)}`);
    case "skill-activating":
      return style.bold(describeEvent(event) ?? "");
    case "skill-deactivated":
      // All skills end with the session; not worth a line.
      return ends.has(event.reason) ? undefined : style.dim(describeEvent(event) ?? "");
    case "skill-refused":
      return style.red(describeEvent(event) ?? "");
    default:
      return undefined;
  }
}

/** If something other than a rule refused, `detail` is a sentence that says what. */
function whyDenied(event: Extract<AuditEvent, { event: "tool-call-denied" }>): string {
  const { reason, detail } = event;
  const isSentence =
    reason === "not-approved" || reason === "blocked-by-hook" || reason === "cannot-be-recorded";
  return oneLine(isSentence && detail !== undefined ? detail : formatDecision({ ...event, effect: "deny" }));
}

const activationTools: ReadonlySet<string> = new Set(["Skill", "skills_load"]);
const ends: ReadonlySet<string> = new Set(["turn-ended", "session-closed"]);

/** A line for an agent event that the session does not report; undefined for events not shown. */
export function agentLine(event: AgentEvent, look: LineLook): string | undefined {
  const { style, columns, live } = look;
  const warn = (words: string): string => wrapText(words, columns).map(style.yellow).join("\n");
  switch (event.type) {
    case "tool-answered":
      if (event.ok) return skillLine(event, look);
      return style.dim(`  ${fitText(`failed: ${failureOf(event.output)}`, live ? columns - 2 : longest)}`);
    case "retrying":
      return warn(`${event.fault.message} Attempt ${event.attempt} in ${seconds(event.waitMs)}.`);
    case "repeating":
      return warn(
        `The agent is repeating a call (${oneLine(event.tool)}, ${event.count} times) and was warned.`,
      );
    case "model-chosen":
      if (event.found) return style.dim(`Using the skill's model: ${oneLine(event.name)}.`);
      return warn(
        `The skill requests the model ${oneLine(event.name)}, which is unavailable; continuing without it.`,
      );
    default:
      return undefined;
  }
}

/** Limit for a reason in a log file. */
const longest = 2000;

/** Where a drafted or installed skill is. */
function skillLine(
  { tool, output }: Extract<AgentEvent, { type: "tool-answered" }>,
  { style }: LineLook,
): string | undefined {
  const data = isJsonObject(output) ? output.data : undefined;
  if (!isJsonObject(data)) return undefined;
  if (tool === "skills_save") return `  installed: ${oneLine(String(data.directory))}`;
  if (tool !== "skills_draft") return undefined;
  const verdict = data.valid === true ? "" : " (has errors)";
  return style.dim(`  draft${verdict}: ${oneLine(String(data.folder))}`);
}

/** The message of a failed result, in either tool format. */
function failureOf(output: unknown): string {
  if (!isJsonObject(output)) return String(output);
  if (typeof output.error === "string") return output.error;
  const [first]: readonly unknown[] = Array.isArray(output.errors) ? output.errors : [];
  return isJsonObject(first) && typeof first.message === "string" ? first.message : JSON.stringify(output);
}

/** `2 s`, `0.5 s`. */
export function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(1))} s`;
}

export type ShownCall = { readonly tool: string; readonly input: unknown };

/** A tool call on one line, safe to print: `bash git status`. */
export function callLine({ tool, input }: ShownCall, columns: number): string {
  return fitText(`${tool} ${sayInput(input)}`, columns);
}

function sayInput(input: unknown): string {
  if (!isJsonObject(input)) return input === undefined ? "" : JSON.stringify(input);
  const said = telling.flatMap((field) => words(input[field]));
  if (said.length > 0) return said.join(" ");
  return Object.keys(input).length === 0 ? "" : JSON.stringify(input);
}

/** Fields that identify a call, in reading order. */
const telling = ["skill", "name", "command", "script", "args", "pattern", "query", "path"];

function words(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((word) => typeof word === "string" && word !== "");
}
