import { foldPath } from "./fold-path.ts";
import { fileFields } from "./input-fields.ts";
import { readToolName } from "./match-tool.ts";
import { readFields } from "./read-fields.ts";
import { changing } from "./rule.ts";
import type { ToolRequest } from "./tool-request.ts";

/**
 * Whether a call of a file tool would change something in a folder, links resolved, or might: of two ways to read a path each
 * counts, and so does a path of which nobody can say where it leads. Commands are not looked into.
 */
export function mayChange(folder: string, request: ToolRequest): boolean {
  const { name } = readToolName(request.tool);
  if (!changing.has(name)) return false;
  const reading = readFields<"path" | "text" | "unknown">(request.input, fileFields, "unknown");
  if (!reading.ok) return true;
  return reading.fields.some(({ purpose, text }) => {
    if (purpose === "text") return false;
    if (`${foldPath(withSlashes(text))}/`.includes(`${foldPath(folder)}/`)) return true;
    const real = request.resolvePath(toPath(text, request));
    // What is no path may be too long for one.
    if (real === undefined) return purpose === "path";
    return isWithin(folder, real) || (removing.has(name) && isWithin(real, folder));
  });
}

/** These take a folder with all that is in it. */
const removing: ReadonlySet<string> = new Set(["deletefile", "movefile"]);

/** A path without what some tools take off it or replace. */
function toPath(text: string, { home }: ToolRequest): string {
  const path = withSlashes(text)
    .trim()
    .replace(/^file:\/\/(?:localhost)?/i, "");
  return home === undefined ? path : path.replace(/^~(?=\/|$)/, () => home);
}

function withSlashes(text: string): string {
  return text.replaceAll("\\", "/");
}

function isWithin(folder: string, path: string): boolean {
  const [outer, inner] = [foldPath(folder), foldPath(path)];
  return inner === outer || inner.startsWith(`${outer}/`);
}
