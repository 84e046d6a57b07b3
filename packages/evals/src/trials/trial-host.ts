import type { AuditSink } from "@skillwright/core/audit";
import type { FileSystem } from "@skillwright/core/discover";
import type { Policy } from "@skillwright/core/policy";
import type { Clock } from "@skillwright/runtime";
import type { AgentModel } from "@skillwright/runtime/agent";
import type { NetworkAccess, Sandbox } from "@skillwright/runtime/sandbox";

/** What trials need of the machine that they take place on. */
export type TrialHost = {
  readonly fs: FileSystem;
  readonly model: AgentModel;
  /** The model behind a name that a skill asks for. */
  readonly findModel?: (name: string) => AgentModel | undefined;
  /** Without one the agent starts no programs. */
  readonly sandbox?: Sandbox;
  /** Nothing is allowed here that a policy forbids; what it wants asked is refused, since nobody is there. */
  readonly policy?: readonly Policy[];
  readonly network?: NetworkAccess;
  /** The host's variables; programs get a few harmless ones. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values that must appear nowhere. */
  readonly secrets?: readonly string[];
  readonly audit?: AuditSink;
  /** The system's when absent. */
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
};
