import type { AuditSink } from "@skillwright/core/audit";
import type { Catalog } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import type { InstalledOptions } from "@skillwright/core/installed";
import type { Policy, ToolMode } from "@skillwright/core/policy";
import type { JsonObject } from "@skillwright/core/text";
import type { Nesting } from "../activations.ts";
import type { Approver } from "../admission/approvals.ts";
import type { Clock } from "../clock.ts";
import type { LeaseGuard } from "../lease/open-lease.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { AgentToolConfig, SkillToolConfig } from "../tools/create-tools.ts";
import type { Tool } from "../tools/tool.ts";
import type { AgentKind } from "./agent-kinds.ts";
import type { RunSubagent } from "./session.ts";

export type SessionOptions = {
  readonly catalog: Catalog;
  /** Working directory of the agent, for relative paths; the process's if absent. */
  readonly workspace?: string;
  /** Policies of organization, project and user, strongest first; `readPolicy` reads one from a file. */
  readonly policy?: Policy | readonly Policy[];
  readonly audit?: AuditSink;
  /** What a hub lets be used, such as the result of `openLease`; a skill that it revokes ends at once. */
  readonly lease?: LeaseGuard;
  /** Asks a person; without one, calls that need approval are refused. */
  readonly approver?: Approver;
  /** Runs scripts, hooks and commands; without one they are refused. */
  readonly sandbox?: Sandbox;
  /** Runs sub-agents; without it, skills with `context: fork` are refused. */
  readonly runSubagent?: RunSubagent;
  /**
   * What to do with such skills if nothing here runs sub-agents: `refuse` (the default), or `host`: they become active
   * in this session, so that they restrict it, and the answer asks the host to start a sub-agent.
   */
  readonly forks?: "refuse" | "host";
  /** Agent kinds for such skills, besides `general-purpose`, `explore` and `plan`. */
  readonly agents?: Readonly<Record<string, AgentKind>>;
  /** The host's own functions, guarded like every tool. */
  readonly functions?: readonly Tool[];
  /** Also offer read, write, edit, glob, grep and bash. */
  readonly agentTools?: boolean | AgentToolConfig;
  readonly skillTools?: SkillToolConfig;
  /** Fixed answers instead of running tools, for tests of skills; the guard decides as usual. Not used for activations. */
  readonly standIns?: StandIns;
  /** Which active skills restrict; all if absent. */
  readonly nesting?: Nesting;
  /** How the model accesses a skill's files: directly (the default), or only through the skill tools, as over a network. */
  readonly access?: "folder" | "tools";
  /** Whether `$0` is the first argument, as in Claude Code, or `$1` is. */
  readonly indexBase?: "claude" | "posix";
  /** More `${NAME}` values for instructions. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The user the session acts for; goes into the audit log. */
  readonly user?: string;
  /** The user's home, for `~/` in patterns. */
  readonly home?: string;
  /** Values that must never reach the audit log or a listener. */
  readonly secrets?: readonly string[];
  /** The host's environment; programs get a few harmless variables of it. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** What this host knows about installed skills, for policies with `verifyAtActivation`. */
  readonly installed?: InstalledOptions;
  readonly fs?: FileSystem;
  readonly clock?: Clock;
};

/** A tool's fixed answer; undefined runs the tool. */
export type StandIns = (tool: string, input: unknown) => JsonObject | undefined;

/** Options with all defaults filled in. */
export type SessionSettings = {
  readonly workspace: string;
  readonly home: string | undefined;
  readonly mode: ToolMode;
  readonly emptyList: "restrict" | "ignore";
  readonly dynamicContext: boolean;
  /** Skills with `context: fork` become active here, and the host starts the sub-agent. */
  readonly hostForks: boolean;
  readonly access: "folder" | "tools";
  readonly indexBase: "claude" | "posix";
  readonly variables: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
};
