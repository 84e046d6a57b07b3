import { formatError, type SkillError, type SkillErrorCode } from "@skillwright/core";
import { type JsonObject, printable } from "@skillwright/core/text";
import type { RefusalCode } from "../session/session.ts";

/** VibeTavern's tool answer. */
export type Envelope = {
  readonly ok: boolean;
  readonly tool_name: string;
  readonly data: JsonObject;
  readonly warnings: readonly Notice[];
  readonly errors: readonly Notice[];
};

export type Notice = { readonly code: NoticeCode; readonly message: string };

/** VibeTavern's codes, then our own. */
type NoticeCode =
  | "SKILL_NOT_FOUND"
  | "INVALID_PATH"
  | "FILE_NOT_FOUND"
  | "FILE_TOO_LARGE"
  | "ARGUMENT_ERROR"
  | "TOOL_NOT_ALLOWED"
  | "NOT_IMPLEMENTED"
  | "INTERNAL_ERROR"
  | "SANDBOX_UNAVAILABLE"
  | "SKILL_CHANGED"
  | "TIMEOUT"
  | "LIMIT_EXCEEDED"
  | "NOT_GRANTED"
  | "REQUIREMENT_MISSING"
  | "ALREADY_LOADED"
  | "UNKNOWN_PARAMETER";

/** A tool's answer; it succeeded unless there are errors. */
export type EnvelopeContent = Partial<Pick<Envelope, "data" | "warnings" | "errors">>;

export function toEnvelope(toolName: string, content: EnvelopeContent): Envelope {
  const { data = {}, warnings = [], errors = [] } = content;
  return { ok: errors.length === 0, tool_name: toolName, data, warnings, errors };
}

/** An error with VibeTavern's code and message. */
export function toNotice(error: SkillError): Notice {
  const { name = "", path = "", hint = "" } = error.details;
  const message = {
    "skill-unknown": `Unknown skill: ${name}${hint === "" ? "" : `.${hint}`}`,
    "skill-path-invalid": `Invalid skill file path: ${path}`,
    "skill-file-missing": `Skill file not found: ${path}`,
    "skill-file-too-large": `Skill file too large: ${path}`,
  }[String(error.code)];
  return {
    code: codes[error.code] ?? "INTERNAL_ERROR",
    message: message === undefined ? formatError(error) : printable(message),
  };
}

const codes: Readonly<Partial<Record<SkillErrorCode, NoticeCode>>> = {
  "skill-unknown": "SKILL_NOT_FOUND",
  "skill-ambiguous": "ARGUMENT_ERROR",
  "skill-version-missing": "SKILL_NOT_FOUND",
  "skill-disabled": "TOOL_NOT_ALLOWED",
  "skill-changed": "SKILL_CHANGED",
  "skill-path-invalid": "INVALID_PATH",
  "skill-file-missing": "FILE_NOT_FOUND",
  "skill-file-too-large": "FILE_TOO_LARGE",
  "skill-script-unreadable": "TOOL_NOT_ALLOWED",
  "script-unrunnable": "ARGUMENT_ERROR",
  "sandbox-unavailable": "SANDBOX_UNAVAILABLE",
  "sandbox-required": "SANDBOX_UNAVAILABLE",
  "requirement-missing": "REQUIREMENT_MISSING",
  "program-missing": "REQUIREMENT_MISSING",
  "tool-input-invalid": "ARGUMENT_ERROR",
  "tool-timed-out": "TIMEOUT",
};

/** A refused activation: VibeTavern's message, if it has one, and the session's text. */
export function refusalNotice(
  skill: string,
  { code, text }: { readonly code: RefusalCode; readonly text: string },
): Notice {
  const message = code === "skill-unknown" ? `Unknown skill: ${printable(skill)}\n${text}` : text;
  return { code: refusalCodes[code], message };
}

const refusalCodes: Readonly<Record<RefusalCode, NoticeCode>> = {
  "skill-unknown": "SKILL_NOT_FOUND",
  "skill-ambiguous": "ARGUMENT_ERROR",
  "skill-version-missing": "SKILL_NOT_FOUND",
  "skill-disabled": "TOOL_NOT_ALLOWED",
  "skill-changed": "SKILL_CHANGED",
  "skill-invalid": "INTERNAL_ERROR",
  "not-verified": "TOOL_NOT_ALLOWED",
  "not-invocable": "TOOL_NOT_ALLOWED",
  cycle: "TOOL_NOT_ALLOWED",
  "too-deep": "TOOL_NOT_ALLOWED",
  denied: "TOOL_NOT_ALLOWED",
  conflict: "TOOL_NOT_ALLOWED",
  "hook-blocked": "TOOL_NOT_ALLOWED",
  "hook-unavailable": "SANDBOX_UNAVAILABLE",
  "command-refused": "TOOL_NOT_ALLOWED",
  "fork-unavailable": "NOT_IMPLEMENTED",
  "fork-too-deep": "TOOL_NOT_ALLOWED",
  "fork-failed": "INTERNAL_ERROR",
  "agent-unknown": "ARGUMENT_ERROR",
  "audit-unavailable": "INTERNAL_ERROR",
  revoked: "TOOL_NOT_ALLOWED",
  "not-deployed": "TOOL_NOT_ALLOWED",
  "not-approved": "TOOL_NOT_ALLOWED",
  "lease-invalid": "TOOL_NOT_ALLOWED",
};
