import { formatError, type SkillError, type SkillErrorCode } from "@skillwright/core";
import { type JsonObject, printable } from "@skillwright/core/text";
import type { ToolResult } from "./tool.ts";

/** OmniForge's answer of a tool that succeeded. */
export function succeeded(result: JsonObject, durationMs: number): ToolResult {
  return { success: true, result, ...costs(durationMs) };
}

/** OmniForge's answer of a tool that failed; the model reads why and tries something else. */
export function failed(error: string, durationMs: number): ToolResult {
  return { success: false, error, ...costs(durationMs) };
}

/** Why a tool failed, in OmniForge's wording if it has one. */
export function describeFailure(error: SkillError): string {
  const { path = "", reason = "" } = error.details;
  // The session's refusals have several lines.
  if (error.code === "tool-input-invalid") return String(reason).replace(/[^\n]+/g, printable);
  return standardErrors[error.code]?.(printable(String(path))) ?? formatError(error);
}

/** Our tools use no model and cache nothing; OmniForge's readers expect the fields. */
function costs(durationMs: number): Omit<ToolResult, "success" | "result" | "error"> {
  return { duration_ms: Math.round(durationMs), tokens_used: 0, cost_usd: 0, cached: false, retry_count: 0 };
}

const standardErrors: Readonly<Partial<Record<SkillErrorCode, (path: string) => string>>> = {
  "file-missing": (path) => `File not found: ${path}`,
  "file-forbidden": (path) => `Permission denied: ${path}`,
  "file-is-link": (path) => `Permission denied: ${path} (a link in the path leads elsewhere)`,
  "file-not-regular": (path) => `Permission denied: ${path} (not a regular file)`,
};
