import type { AuditEvent } from "@skillwright/core/audit";
import { printable } from "@skillwright/core/text";

/** An event for display in a running conversation; undefined for events not worth showing. */
export function describeEvent(event: AuditEvent): string | undefined {
  switch (event.event) {
    case "skill-activating":
      return `Activating '${printable(event.skill)}' skill...`;
    case "skill-refused":
      return `The '${printable(event.skill)}' skill was not activated (${event.reason}).`;
    case "skill-deactivated":
      return `Left the '${printable(event.skill.name)}' skill.`;
    case "subagent-started":
      return `Started a sub-agent for the '${printable(event.skill.name)}' skill.`;
    case "tool-call-denied":
      return `Refused ${printable(event.tool)} (${printable(event.layer)}: ${printable(event.rule)}).`;
    default:
      return undefined;
  }
}
