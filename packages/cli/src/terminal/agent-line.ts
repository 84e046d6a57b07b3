import { isJsonObject } from "@skillwright/core/text";
import type { AgentEvent } from "@skillwright/runtime/agent";
import { fitText, oneLine } from "./fit-text.ts";
import type { LineLook } from "./session-line.ts";
import { wrapText } from "./text-width.ts";

/** What an agent meets besides the calls that its session tells of; undefined for what need not be shown. */
export function agentLine(event: AgentEvent, look: LineLook): string | undefined {
  const { style, columns, live } = look;
  const warn = (words: string): string => wrapText(words, columns).map(style.yellow).join("\n");
  switch (event.type) {
    case "tool-answered":
      if (event.ok) return skillLine(event, look);
      return style.dim(`  ${fitText(`failed: ${failureOf(event.output)}`, live ? columns - 2 : longest)}`);
    case "retrying":
      return warn(`${event.fault.message} Attempt ${event.attempt} comes in ${seconds(event.waitMs)}.`);
    case "repeating":
      return warn(`The agent repeats itself (${oneLine(event.tool)}, ${event.count} times) and was told so.`);
    case "model-chosen":
      if (event.found) return style.dim(`The skill's own model is used: ${oneLine(event.name)}.`);
      return warn(
        `The skill asks for the model ${oneLine(event.name)}, which is not to be had; going on without.`,
      );
    default:
      return undefined;
  }
}

/** Characters of a reason in a file, where nobody minds long lines. */
const longest = 2000;

/** Where a new skill can be looked at before somebody is asked about it, and where it is afterwards. */
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

/** The words of a failed answer, in either of the two forms that tools have. */
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
