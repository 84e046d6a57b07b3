import { type AuditRecord, type LoggedEvent, skillsOf } from "@skillwright/core/audit";
import { isJsonObject } from "@skillwright/core/text";
import type { Io } from "../../io.ts";
import { fitText } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import { textWidth } from "../../terminal/text-width.ts";
import { isDenied } from "./filter.ts";
import type { ReadRecord } from "./log.ts";

type Look = { readonly style: Style; readonly columns: Io["terminal"]["columns"] };

const widths = { time: 19, event: 18, skill: 14 };
const gap = "  ";
/** Minimum width of the last column. */
const narrowest = 16;

/** The table header. */
export function auditHead(style: Style): string {
  const words = [
    "TIME".padEnd(widths.time),
    "EVENT".padEnd(widths.event),
    "SKILL".padEnd(widths.skill),
    "WHAT",
  ];
  return `${style.dim(words.join(gap))}\n`;
}

/** An event on one line, with fixed widths so that rows can be streamed. */
export function auditRow({ line, record }: ReadRecord, { style, columns }: Look): string {
  if (record === undefined) {
    const kind = line.ended ? "damaged: not a record" : "unfinished: its writer was interrupted";
    return `${style.yellow(`line ${line.number}`.padEnd(widths.time))}${gap}${style.yellow(kind)}\n`;
  }
  const room = columns - widths.time - widths.event - widths.skill - 3 * gap.length;
  const cells = [
    fill(record.time.slice(0, 19).replace("T", " "), widths.time),
    paint(record, style, fill(record.event, widths.event)),
    fill(skillsOf(record).at(-1) ?? "-", widths.skill),
    fitText(whatOf(record), Math.max(narrowest, room)),
  ];
  return `${cells.join(gap).trimEnd()}\n`;
}

/** Cuts or pads text to exactly this many columns. */
function fill(text: string, columns: number): string {
  const fitted = fitText(text, columns);
  return fitted + " ".repeat(Math.max(0, columns - textWidth(fitted)));
}

function paint(event: AuditRecord, style: Style, text: string): string {
  if (isDenied(event)) return style.red(text);
  return event.ok === false ? style.yellow(text) : text;
}

/** The essence of an event. */
function whatOf(event: LoggedEvent): string {
  const { tool, reason, input, ok, exitCode, script, workspace, outcome, hook, trigger, mode } = event;
  const exit = exitCode === undefined ? [] : [`exit ${exitCode}`];
  switch (event.event) {
    case "tool-call-allowed":
      return words(tool, gistOf(input), event.wouldDeny === undefined ? undefined : "(would be denied)");
    case "tool-call-denied":
      return words(tool, gistOf(input), `(${reason})`);
    case "tool-call-finished":
      return words(tool, ok === true ? "ok" : "failed", ...exit, event.error);
    case "script-started":
      return words(script, event.sandbox === undefined ? undefined : `in ${event.sandbox}`);
    case "hook-started":
    case "hook-finished":
      return words(hook, outcome, ...exit);
    case "session-started":
      return words(workspace);
    case "sandbox-opened":
      return words(event.sandbox, event.confines === true ? "confines" : "does not confine");
    case "connection-decided":
      return words(event.allowed === true ? "reached" : "blocked", `${event.host}:${event.port}`, reason);
    case "subagent-started":
      return words(event.agent, event.model, `depth ${event.depth}`);
    case "subagent-finished":
      return words(ok === true ? "ok" : "failed", event.error);
    case "hub-changed":
      return words(event.action, event.subject);
    case "skill-feedback":
      return words(event.helped === true ? "helped" : "did not help", event.comment);
    default:
      return words(trigger, mode, reason);
  }
}

function words(...parts: readonly unknown[]): string {
  return parts.filter((part) => part !== undefined).join(" ");
}

/** The command or path of a call is more readable than its JSON. */
export function gistOf(input: unknown): string {
  if (!isJsonObject(input)) return JSON.stringify(input) ?? "";
  const telling = ["command", "path", "file_path", "url", "pattern", "skill"].map((key) => input[key]);
  const gist = telling.find((value) => typeof value === "string");
  return typeof gist === "string" ? gist : JSON.stringify(input);
}
