import { isJsonObject } from "../text/json.ts";
import { policyLimits } from "./limits.ts";

// Field names agents use for their tools' inputs, in lower case without punctuation. A text in any other field makes
// the call unreadable, so that nothing bypasses a pattern in a field we do not know.

const paths = [
  "absolutepath",
  "absolutepaths",
  "dest",
  "destination",
  "destinationpath",
  "dir",
  "directory",
  "directorypath",
  "dirpath",
  "file",
  "filename",
  "filepath",
  "filepaths",
  "files",
  "folder",
  "from",
  "newpath",
  "notebook",
  "notebookpath",
  "oldpath",
  "path",
  "paths",
  "relativepath",
  "relativeworkspacepath",
  "searchdirectory",
  "searchpath",
  "source",
  "sourcepath",
  "src",
  "target",
  "targetdirectory",
  "targetfile",
  "targetpath",
  "to",
  "uri",
];

const words = ["description", "explanation", "goal", "justification", "purpose", "reason"];

const contents = [
  "cellid",
  "celltype",
  "codeedit",
  "command",
  "content",
  "contents",
  "editmode",
  "encoding",
  "filetext",
  "inserttext",
  "instruction",
  "instructions",
  "language",
  "limit",
  "mode",
  "newsource",
  "newstr",
  "newstring",
  "newtext",
  "offset",
  "oldstr",
  "oldstring",
  "oldtext",
  "pages",
  "replace",
  "replacement",
  "search",
  "text",
];

/** Which files a search looks at. */
const filters = ["filepattern", "glob", "include", "includepattern", "includes"];

const searches = [
  "exclude",
  "excludepattern",
  "excludes",
  "ignore",
  "outputmode",
  "pattern",
  "query",
  "regex",
  "type",
];

export const fileFields: FieldPurposes<"path" | "text"> = purposesOf(
  ["path", paths],
  ["text", [...words, ...contents]],
);

/** `Grep` and `LS`: the pattern is not a path. */
export const searchFields: FieldPurposes<"path" | "filter" | "text"> = purposesOf(
  ["path", paths],
  ["filter", filters],
  ["text", [...words, ...searches]],
);

/** `Glob`: the pattern is a path. */
export const globFields: FieldPurposes<"path" | "glob" | "text"> = purposesOf(
  ["path", paths],
  ["glob", ["glob", "globpattern", "pattern", "patterns", "query"]],
  ["text", [...words, "exclude", "excludepattern", "excludes", "ignore", "type"]],
);

export const shellFields: FieldPurposes<"command" | "folder" | "text"> = purposesOf(
  ["command", ["cmd", "command", "commandline", "script"]],
  ["folder", ["cwd", "dir", "directory", "dirpath", "workdir", "workingdir", "workingdirectory"]],
  ["text", [...words, "requiresapproval", "timeout"]],
);

export const webFields: FieldPurposes<"address" | "prompt" | "text"> = purposesOf(
  ["address", ["address", "href", "link", "uri", "url", "urls"]],
  ["prompt", ["prompt"]],
  ["text", [...words, "body", "format", "method", "objective", "query"]],
);

export const skillFields: FieldPurposes<"name" | "text"> = purposesOf(
  ["name", ["command", "id", "name", "skill", "skillid", "skillname"]],
  ["text", [...words, "args", "arguments", "input", "prompt"]],
);

export const taskFields: FieldPurposes<"name" | "text"> = purposesOf(
  ["name", ["agent", "agentname", "agenttype", "name", "subagent", "subagentname", "subagenttype"]],
  [
    "text",
    [
      ...words,
      ...[
        "context",
        "effort",
        "input",
        "instructions",
        "isolation",
        "message",
        "mode",
        "model",
        "prompt",
        "task",
      ],
    ],
  ],
);

/** The purpose of each input field, by field name in lower case without punctuation. */
export type FieldPurposes<Purpose extends string> = ReadonlyMap<string, Purpose>;

type FieldReading<Purpose extends string> =
  | { readonly ok: true; readonly fields: readonly Field<Purpose>[] }
  /** The first field of unknown purpose; it may hold what matters. */
  | { readonly ok: false; readonly problem: string };
type Field<Purpose extends string> = { readonly purpose: Purpose; readonly text: string };

/**
 * Every text in a tool call's input with its purpose, at any depth; fields on no list have the purpose `unknown`.
 * Numbers and booleans are ignored.
 */
export function readFields<Purpose extends string>(
  input: unknown,
  purposes: FieldPurposes<Purpose>,
  unknown?: Purpose,
): FieldReading<Purpose> {
  const fields: Field<Purpose>[] = [];
  if (!isJsonObject(input)) return { ok: false, problem: "its input is not an object" };
  const waiting: Waiting[] = [{ name: "", value: input, depth: 0 }];
  for (let seen = 0; waiting.length > 0; seen++) {
    const { name, value, depth } = waiting.pop() ?? { name: "", value: undefined, depth: 0 };
    if (seen + waiting.length > policyLimits.requestFields || depth > policyLimits.requestDepth)
      return { ok: false, problem: "its input is too large" };
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value).reverse())
        waiting.push({ name: Array.isArray(value) ? name : key, value: inner, depth: depth + 1 });
      continue;
    }
    if (typeof value !== "string") continue;
    const purpose = purposes.get(plainKey(name)) ?? unknown;
    if (purpose === undefined) return { ok: false, problem: `it has the unknown field '${name}'` };
    fields.push({ purpose, text: value });
  }
  return { ok: true, fields };
}

type Waiting = { readonly name: string; readonly value: unknown; readonly depth: number };

/** Agents write `file_path`, `filePath` and `file-path`. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, "");
}

/** Builds a purpose map from lists of names. */
function purposesOf<Purpose extends string>(
  ...rows: readonly (readonly [Purpose, readonly string[]])[]
): FieldPurposes<Purpose> {
  return new Map(rows.flatMap(([purpose, names]) => names.map((name) => [name, purpose] as const)));
}
