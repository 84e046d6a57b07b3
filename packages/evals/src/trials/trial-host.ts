import type { AuditSink } from "@skillwright/core/audit";
import type { FileSystem } from "@skillwright/core/discover";
import type { Policy } from "@skillwright/core/policy";
import type { Clock } from "@skillwright/runtime";
import type { AgentModel } from "@skillwright/runtime/agent";
import type { NetworkAccess, Sandbox } from "@skillwright/runtime/sandbox";

/** What trials need from the host. */
export type TrialHost = {
  readonly fs: FileSystem;
  readonly model: AgentModel;
  /** Resolves a model that a skill asks for by name. */
  readonly findModel?: (name: string) => AgentModel | undefined;
  /** Without one, the agent cannot start programs. */
  readonly sandbox?: Sandbox;
  /** Policies for the agent. Whatever would need approval is denied, since there is no user to ask. */
  readonly policy?: readonly Policy[];
  readonly network?: NetworkAccess;
  /** The host's variables; programs see only a few of them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values that must not appear anywhere. */
  readonly secrets?: readonly string[];
  readonly audit?: AuditSink;
  /** Default: the system clock. */
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
};
