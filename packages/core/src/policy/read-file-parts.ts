import { fileFields, globFields, readFields, searchFields } from "./input-fields.ts";
import { policyLimits } from "./limits.ts";
import type { ToolName } from "./match-tool.ts";
import { type PathReach, readRequestPath } from "./request-path.ts";
import { readSearchFilter } from "./search-filter.ts";
import { type RequestPart, type ToolRequest, unreadablePart } from "./tool-request.ts";

/** The paths of a file tool call; all of them count, whichever the tool would use. */
export function readFileParts(
  tool: ToolName,
  request: ToolRequest,
  reach: PathReach,
): readonly RequestPart[] {
  const reading = readFields(request.input, fileFields);
  if (!reading.ok) return [unreadablePart(tool, reading.problem)];
  const paths = reading.fields.filter(({ purpose }) => purpose === "path");
  if (paths.length === 0) return [unreadablePart(tool, "it does not name a path")];
  if (paths.length > policyLimits.requestPaths) return [unreadablePart(tool, tooMany)];
  return paths.map(({ text }) => toPart(text, reach, { tool, request }));
}

/** `Grep` and `LS` without a path search the workspace. */
export function readSearchParts(tool: ToolName, request: ToolRequest): readonly RequestPart[] {
  const reading = readFields(request.input, searchFields);
  if (!reading.ok) return [unreadablePart(tool, reading.problem)];
  const textsFor = (wanted: string): readonly string[] =>
    reading.fields.filter(({ purpose }) => purpose === wanted).map(({ text }) => text);
  const folders = orWorkspace(textsFor("path"));
  if (folders.length > policyLimits.requestPaths) return [unreadablePart(tool, tooMany)];
  const filter = readSearchFilter(textsFor("filter"));
  return folders.map((folder) => {
    const part = toPart(folder, "below", { tool, request });
    return part.subject.kind === "path" ? { ...part, subject: { ...part.subject, filter } } : part;
  });
}

const tooMany = `it names more than ${policyLimits.requestPaths} paths`;

/** The pattern of `Glob` may start with a folder, climb out of one, or be absolute. */
export function readGlobParts(tool: ToolName, request: ToolRequest): readonly RequestPart[] {
  const reading = readFields(request.input, globFields);
  if (!reading.ok) return [unreadablePart(tool, reading.problem)];
  const textsFor = (wanted: string): readonly string[] =>
    reading.fields.filter(({ purpose }) => purpose === wanted).map(({ text }) => text);
  const globs = textsFor("glob");
  if (globs.length === 0) return [unreadablePart(tool, "it does not name a pattern")];
  const folders = orWorkspace(textsFor("path"));
  if (globs.length * folders.length > policyLimits.requestPaths) return [unreadablePart(tool, tooMany)];
  return globs.flatMap((glob) =>
    folders.map((folder) => {
      const start = startOfGlob(glob);
      if (start === undefined) return unreadablePart(tool, glob);
      const path = start.startsWith("/") ? start : `${folder}/${start}`;
      return toPart(path, "below", { tool, request });
    }),
  );
}

function orWorkspace(folders: readonly string[]): readonly string[] {
  return folders.length === 0 ? ["."] : folders;
}

function toPart(
  text: string,
  reach: PathReach,
  { tool, request }: { readonly tool: ToolName; readonly request: ToolRequest },
): RequestPart {
  const path = readRequestPath(text, request, reach);
  return path ? { tool, subject: { kind: "path", path }, text } : unreadablePart(tool, text);
}

/** The folder a glob stays in; undefined if a wildcard may match `..` or the root. */
function startOfGlob(glob: string): string | undefined {
  if (/^(?:[~@\s]|[a-z][a-z0-9+.-]*:)/i.test(glob)) return undefined;
  const parts = glob.split("/");
  const wildcard = parts.findIndex((part) => /[^\p{L}\p{N}_. @+=,~#%&$:-]/u.test(part));
  if (wildcard === -1) return glob;
  // `{ts,tsx}`: none of the choices can be, or become, `..` or an absolute path.
  const plainChoice = /\{[\p{L}\p{N}_-][\p{L}\p{N}_.-]*(?:,[\p{L}\p{N}_-][\p{L}\p{N}_.-]*)*\}/gu;
  const rest = parts.slice(wildcard).join("/").replace(plainChoice, "");
  if (/\.\.|[(){}\\\0-\x1f\x7f-\x9f]/.test(rest)) return undefined;
  const start = parts.slice(0, wildcard).join("/");
  return start === "" && glob.startsWith("/") ? "/" : start;
}
