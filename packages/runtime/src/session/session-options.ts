import type { AuditSink, Catalog, FileSystem, JsonObject, Policy, ToolMode } from "@skillwright/core";
import type { Clock } from "../clock.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { AgentToolConfig, SkillToolConfig } from "../tools/create-tools.ts";
import type { Tool } from "../tools/tool.ts";
import type { Nesting } from "./active-skills.ts";
import type { AgentKind } from "./agent-kinds.ts";
import type { Approver, RunSubagent } from "./session.ts";

export type SessionOptions = {
  readonly catalog: Catalog;
  /** Folder that the agent works in, where relative paths begin; that of the process when absent. */
  readonly workspace?: string;
  /** What organisation, project and user say, the strongest first; `readPolicy` reads one from a file. */
  readonly policy?: Policy | readonly Policy[];
  readonly audit?: AuditSink;
  /** Puts questions to a person; without one, what must be asked is refused. */
  readonly approver?: Approver;
  /** Runs scripts, hooks and commands; without one they are refused. */
  readonly sandbox?: Sandbox;
  /** Runs sub-agents; without it, skills with `context: fork` are refused. */
  readonly runSubagent?: RunSubagent;
  /**
   * What becomes of these where nothing here runs sub-agents: `refuse` (the default), or `host`: they are active in this session, so
   * that they restrict it, and the answer says that they want a sub-agent, for a host that starts its own.
   */
  readonly forks?: "refuse" | "host";
  /** Kinds of agents that such skills may ask for, besides `general-purpose`, `explore` and `plan`. */
  readonly agents?: Readonly<Record<string, AgentKind>>;
  /** The host's own functions, guarded like every tool. */
  readonly functions?: readonly Tool[];
  /** Offer read, write, edit, glob, grep and bash as well. */
  readonly agentTools?: boolean | AgentToolConfig;
  readonly skillTools?: SkillToolConfig;
  /** Answers for tools, instead of their work, for tests of skills; the guard decides as ever. Not asked about activations. */
  readonly standIns?: StandIns;
  /** Which active skills restrict; all of them when absent. */
  readonly nesting?: Nesting;
  /** How the model gets at a skill's files: by itself (the default), or with the skill tools alone, as over a network. */
  readonly access?: "folder" | "tools";
  /** Whether `$0` is the first argument, as in Claude Code, or `$1` is. */
  readonly indexBase?: "claude" | "posix";
  /** Further `${NAME}` values for instructions. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Who the session acts for; goes into the audit log. */
  readonly user?: string;
  /** The user's home, for `~/` in patterns. */
  readonly home?: string;
  /** Values that must never reach the audit log or a listener. */
  readonly secrets?: readonly string[];
  /** The host's environment, of which programs get a few harmless variables. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly fs?: FileSystem;
  readonly clock?: Clock;
};

/** What a tool is to have answered; undefined lets it work. */
export type StandIns = (tool: string, input: unknown) => JsonObject | undefined;

/** Options with everything decided that was left open. */
export type SessionSettings = {
  readonly workspace: string;
  readonly home: string | undefined;
  readonly mode: ToolMode;
  readonly emptyList: "restrict" | "ignore";
  readonly dynamicContext: boolean;
  /** Skills with `context: fork` are active here, and the host starts the sub-agent. */
  readonly hostForks: boolean;
  readonly access: "folder" | "tools";
  readonly indexBase: "claude" | "posix";
  readonly variables: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
};
