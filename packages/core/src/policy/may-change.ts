import { foldPath } from "./fold-path.ts";
import { fileFields } from "./input-fields.ts";
import { readToolName } from "./match-tool.ts";
import { readFields } from "./read-fields.ts";
import { changing } from "./rule.ts";
import type { ToolRequest } from "./tool-request.ts";

/**
 * Whether a file tool call changes, or might change, something in a folder, links resolved. All readings of an
 * ambiguous path count, and so does a path that cannot be resolved. Does not look into commands.
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
    // Text that is not a path may be too long for one.
    if (real === undefined) return purpose === "path";
    return isWithin(folder, real) || (removing.has(name) && isWithin(real, folder));
  });
}

/** These affect a folder with everything in it. */
const removing: ReadonlySet<string> = new Set(["deletefile", "movefile"]);

/** A path after the changes some tools make to it. */
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
