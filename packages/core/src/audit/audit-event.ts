import type { DecisionReason, RuleRef } from "../policy/decision.ts";

/** The skill an event happened under. */
export type AuditSkill = { readonly name: string; readonly digest: string };
/** Who started a skill: a user by name, a model, or another active skill. */
export type Trigger = "user" | "model" | "nested";

type Base = {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly session: string;
  /** The user the session acts for, if the host named one. */
  readonly user?: string;
};

/** The call an event is about; `call` links the intent to its outcome. */
type Call = {
  readonly call: string;
  readonly tool: string;
  /** Active skills, outermost first. */
  readonly skills: readonly AuditSkill[];
};

/** The refusal that a skill's list would have led to if it were enforced. */
export type AdvisedDenial = RuleRef & { readonly reason: DecisionReason; readonly detail?: string };

/** Every event the audit log can hold. A new kind is one more member; the compiler shows what else it touches. */
export type AuditEvent = Base &
  /** `parent` is the session whose skill started this one as a sub-agent. */
  (
    | { readonly event: "session-started"; readonly workspace: string; readonly parent?: string }
    /** The session's sandbox and its escape self-test; both lists are empty if the sandbox does not confine. */
    | {
        readonly event: "sandbox-opened";
        readonly sandbox: string;
        readonly confines: boolean;
        readonly held: readonly string[];
        readonly failed: readonly string[];
      }
    | { readonly event: "session-ended" }
    | { readonly event: "skill-activating"; readonly skill: string; readonly trigger: Trigger }
    | {
        readonly event: "skill-activated";
        readonly skill: AuditSkill;
        readonly activation: string;
        readonly trigger: Trigger;
        readonly requestedTools?: readonly string[];
        readonly mode: string;
      }
    | {
        readonly event: "skill-refused";
        readonly skill: string;
        readonly trigger: Trigger;
        readonly reason: string;
      }
    | {
        readonly event: "skill-deactivated";
        readonly skill: AuditSkill;
        readonly activation: string;
        readonly reason: string;
      }
    /** The intent, written before the call has any effect. */
    | (Call &
        RuleRef & {
          readonly event: "tool-call-allowed";
          readonly input: unknown;
          readonly reason: string;
          readonly approver?: string;
          readonly wouldDeny?: AdvisedDenial;
        })
    | (Call &
        RuleRef & {
          readonly event: "tool-call-denied";
          readonly input: unknown;
          readonly reason: DecisionReason;
          readonly detail?: string;
        })
    /** The outcome, written after the call. */
    | (Call & {
        readonly event: "tool-call-finished";
        readonly ok: boolean;
        readonly durationMs: number;
        readonly exitCode?: number;
        readonly output?: string;
        readonly error?: string;
      })
    | (Call & {
        readonly event: "script-started";
        readonly script: string;
        readonly command: readonly string[];
        readonly sandbox: string;
      })
    /** A skill's program tried to reach a host. */
    | (Call & {
        readonly event: "connection-decided";
        readonly host: string;
        readonly port: number;
        readonly allowed: boolean;
        readonly reason: string;
      })
    | {
        readonly event: "subagent-started";
        readonly skill: AuditSkill;
        readonly activation: string;
        /** Session id of the sub-agent. */
        readonly child: string;
        readonly depth: number;
        readonly agent?: string;
        readonly model?: string;
      }
    | {
        readonly event: "subagent-finished";
        readonly skill: AuditSkill;
        readonly activation: string;
        readonly child: string;
        readonly ok: boolean;
        readonly durationMs: number;
        readonly error?: string;
      }
    | {
        readonly event: "hook-started";
        readonly skill: AuditSkill;
        readonly hook: string;
        readonly command: string;
      }
    | {
        readonly event: "hook-finished";
        readonly skill: AuditSkill;
        readonly hook: string;
        readonly command: string;
        readonly outcome: "passed" | "blocked" | "failed" | "timed-out";
        readonly durationMs: number;
        readonly exitCode?: number;
        readonly output?: string;
      }
    /** What an agent says about a skill that it used. */
    | {
        readonly event: "skill-feedback";
        readonly skill: AuditSkill;
        readonly helped: boolean;
        readonly comment?: string;
      }
    /** A change on a hub: a publication, an approval, a deployment, a revocation. */
    | {
        readonly event: "hub-changed";
        /** Such as `version-published`. */
        readonly action: string;
        /** What was changed: a skill, a person, a policy. */
        readonly subject: string;
        readonly details?: Readonly<Record<string, unknown>>;
      }
    /** The log ended in the middle of a record, as after a power loss; `torn` is the partial record. */
    | { readonly event: "log-repaired"; readonly torn: string; readonly bytes: number }
  );

/** `Omit` that distributes over a union. */
type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** An event before the recorder adds time and session. */
export type AuditFact = Without<AuditEvent, "time" | "session" | "user">;

/** Destination of audit events. */
export type AuditSink = {
  /**
   * Resolves once the event is written; rejects with a `SkillError` if it cannot be. One caller's events keep their
   * order.
   */
  append(event: AuditEvent): Promise<void>;
  /** Resolves once everything appended would survive a power loss. */
  flush(): Promise<void>;
  close(): Promise<void>;
};
