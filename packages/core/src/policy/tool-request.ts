import { compact } from "../text/compact.ts";
import type { Host } from "./match-host.ts";
import type { ToolName } from "./match-tool.ts";
import type { RequestPath } from "./request-path.ts";
import type { SearchFilter } from "./search-filter.ts";
import type { ShellCommand, ShellReading } from "./shell/shell-command.ts";

/** A requested tool call, with everything a decision depends on. */
export type ToolRequest = {
  /** The tool as the agent called it; names compare across agents' spellings. */
  readonly tool: string;
  readonly input: unknown;
  /** Absolute folder, links resolved, that relative paths and patterns start from. */
  readonly workspace: string;
  /** The user's home, links resolved, for `~/` in patterns. */
  readonly home?: string;
  /**
   * Where a path of the input leads, links resolved, even if its end does not exist yet; undefined if unknown. The one
   * thing a decision cannot know by itself.
   */
  readonly resolvePath: (path: string) => string | undefined;
};

/** One thing a tool call would do; a command line does several. */
export type RequestPart = {
  readonly tool: ToolName;
  readonly subject: Subject;
  /** How a refusal names it: as written, or why it cannot be read. */
  readonly text?: string;
};

/** A command of a shell line. */
type CommandSubject = {
  readonly kind: "command";
  readonly command: ShellCommand;
  /** The same command without `git -C folder`, if the folder is in the workspace. */
  readonly local?: ShellCommand;
  /** Commands of the line that may change to a folder outside of the workspace, where the same words mean something else. */
  readonly leaving?: readonly ShellCommand[];
  /** The line it is from, if that is a list of simple commands. */
  readonly line?: ShellReading & { readonly ok: true };
};

/** What a part is about, as far as patterns in parentheses can tell. */
type Subject =
  | CommandSubject
  /** With a filter, only some of the files below the path. */
  | { readonly kind: "path"; readonly path: RequestPath; readonly filter?: SearchFilter }
  | { readonly kind: "host"; readonly host: Host }
  | { readonly kind: "name"; readonly name: string }
  /** Some unknown use of the tool. */
  | { readonly kind: "unreadable" }
  /** Possibly a use of the tool: an unreadable command line may write files. */
  | { readonly kind: "possible" };

export function unreadablePart(tool: ToolName, text?: string): RequestPart {
  return { tool, subject: { kind: "unreadable" }, ...compact({ text }) };
}
