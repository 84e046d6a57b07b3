import type { AuditEvent } from "@skillwright/core/audit";
import { formatDecision } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import { describeEvent } from "@skillwright/runtime";
import { oneLine } from "../../terminal/fit-text.ts";
import type { Style } from "../../terminal/style.ts";
import { wrapText } from "../../terminal/text-width.ts";
import { callLine } from "./call-line.ts";

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
