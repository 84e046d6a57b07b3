import { isJsonObject } from "../text/json.ts";
import { printable } from "../text/printable.ts";
import type { AuditRecord, LoggedEvent } from "./chain.ts";

/** A record as a CSV row (RFC 4180). */
export function toAuditCsv(record: AuditRecord): string {
  return `${columns.map(([, value]) => toCell(value(record))).join(",")}\r\n`;
}

function digestOf(skill: unknown): unknown {
  return isJsonObject(skill) ? skill.digest : undefined;
}

function toCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/[^\n\r\t]+/g, printable);
  // Spreadsheets execute cells that start like this; an apostrophe makes them text.
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The skills that an event names, innermost last. */
export function skillsOf({ skill, skills }: LoggedEvent): readonly string[] {
  const named: readonly unknown[] = Array.isArray(skills) ? skills : [skill];
  return named.map((one) => (isJsonObject(one) ? one.name : one)).filter((name) => typeof name === "string");
}

const columns: readonly (readonly [name: string, value: (record: AuditRecord) => unknown])[] = [
  ["sequence", ({ sequence }) => sequence],
  ["time", ({ time }) => time],
  ["session", ({ session }) => session],
  ["user", ({ user }) => user],
  ["event", ({ event }) => event],
  ["skill", (record) => skillsOf(record).at(-1)],
  ["digest", ({ skill, skills }) => digestOf(Array.isArray(skills) ? skills.at(-1) : skill)],
  ["tool", ({ tool }) => tool],
  ["call", ({ call }) => call],
  ["layer", ({ layer }) => layer],
  ["rule", ({ rule }) => rule],
  ["reason", ({ reason }) => reason],
  ["approver", ({ approver }) => approver],
  ["input", ({ input }) => input],
  ["command", ({ command }) => (Array.isArray(command) ? command.join(" ") : command)],
  ["ok", ({ ok }) => ok],
  ["exit_code", ({ exitCode }) => exitCode],
  ["duration_ms", ({ durationMs }) => durationMs],
  ["output", ({ output }) => output],
  ["error", ({ error }) => error],
  ["hash", ({ hash }) => hash],
];

/** The names of the columns. */
export const auditCsvHead: string = `${columns.map(([name]) => name).join(",")}\r\n`;
