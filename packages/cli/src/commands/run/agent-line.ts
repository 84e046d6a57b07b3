import { isJsonObject } from "@skillwright/core/text";
import type { AgentEvent } from "@skillwright/runtime/agent";
import { fitText, oneLine } from "../../terminal/fit-text.ts";
import { wrapText } from "../../terminal/text-width.ts";
import type { LineLook } from "./session-line.ts";

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
