import { isJsonObject } from "@skillwright/core/text";
import type { ReportedCall, ToolUse } from "../agent-dialect.ts";
import { agentHooksLimits } from "../limits.ts";

/**
 * What a `*** Begin Patch` patch does to files. Any other text may do anything: its uses get an input no file rule
 * matches with certainty.
 */
export function readPatch(input: unknown): ReportedCall["uses"] {
  const text = patchTextOf(input);
  const uses = text === undefined ? undefined : readHeaders(text);
  const [first, ...others] = uses ?? [];
  return first ? [first, ...others] : unreadable(input);
}

function patchTextOf(input: unknown): string | undefined {
  if (typeof input === "string") return input;
  const texts = isJsonObject(input) ? [input.command, input.input, input.patch] : [];
  const [text, another] = texts.filter((one) => one !== undefined);
  return another === undefined && typeof text === "string" ? text : undefined;
}

/** Undefined if a header line is unknown, or if there are too many. */
function readHeaders(text: string): readonly ToolUse[] | undefined {
  const uses: ToolUse[] = [];
  let updated = "";
  for (const line of text.split("\n")) {
    // Agents trim these lines, each with its own idea of whitespace, so an indented one counts too.
    const header = trimWidely(line);
    if (!header.startsWith("*** ") || frame.test(header)) continue;
    const [, action, path = ""] = change.exec(header) ?? [];
    if (action === undefined || uses.length >= agentHooksLimits.patchedFiles) return undefined;
    if (action === "Update File") updated = path;
    uses.push(toUse(action, path, updated));
  }
  return uses;
}

/** Without whitespace and next-line characters at both ends. A loop, since an expression takes quadratic time on a long run. */
function trimWidely(line: string): string {
  let start = 0;
  let end = line.length;
  while (blank.test(line.charAt(start))) start++;
  while (blank.test(line.charAt(end - 1))) end--;
  return line.slice(start, end);
}

const blank = /[\s\u0085]/;
const change = /^\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/s;
const frame = /^\*\*\* (?:Begin Patch|End Patch|End of File|Environment ID: .*)$/s;

function toUse(action: string, path: string, updated: string): ToolUse {
  if (action === "Add File") return { tool: "Write", input: { file_path: path } };
  if (action === "Update File") return { tool: "Edit", input: { file_path: path } };
  if (action === "Delete File") return { tool: "DeleteFile", input: { file_path: path } };
  return { tool: "MoveFile", input: { source: updated, destination: path } };
}

/** Rules do not know this field, so rules with a path count against the call. */
function unreadable(patch: unknown): ReportedCall["uses"] {
  const input = { unreadable_patch: patch ?? null };
  const use = (tool: string): ToolUse => ({ tool, input });
  return [use("Edit"), use("Write"), use("DeleteFile"), use("MoveFile")];
}
