import { type FieldPurposes, purposesOf } from "./read-fields.ts";

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
