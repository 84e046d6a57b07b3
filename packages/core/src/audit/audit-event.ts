import type { DecisionReason, RuleRef } from "../policy/decision.ts";

/** The skill that something happened under. */
export type AuditSkill = { readonly name: string; readonly digest: string };
/** Who started a skill: a person by its name, a model, or another skill that was active. */
export type Trigger = "user" | "model" | "nested";

type Base = {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly session: string;
  /** Who the session acts for, where the host said so. */
  readonly user?: string;
};

/** The call that an event is about; `call` joins the intent to its outcome. */
type Call = {
  readonly call: string;
  readonly tool: string;
  /** Active skills, the outermost first. */
  readonly skills: readonly AuditSkill[];
};

/** Everything the audit log can say. One member a kind; the compiler shows what else a new one touches. */
export type AuditEvent = Base &
  /** `parent` is the session whose skill started this one as its sub-agent. */
  (
    | { readonly event: "session-started"; readonly workspace: string; readonly parent?: string }
    /** Where programs of the session run, and what was tried to break out of it; nothing was where it does not confine. */
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
    /** The intent: written before the call has any effect. */
    | (Call &
        RuleRef & {
          readonly event: "tool-call-allowed";
          readonly input: unknown;
          readonly reason: string;
          readonly approver?: string;
        })
    | (Call &
        RuleRef & {
          readonly event: "tool-call-denied";
          readonly input: unknown;
          readonly reason: DecisionReason;
          readonly detail?: string;
        })
    /** The outcome: written after it. */
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
    /** A program of a skill wanted to reach a host. */
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
        /** Its session. */
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
    /** The log ended in the middle of a record, as after a loss of power; `torn` is what there was of it. */
    | { readonly event: "log-repaired"; readonly torn: string; readonly bytes: number }
  );

/** Omit over a union keeps its members apart. */
type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** An event before the log adds when and in which session. */
export type AuditFact = Without<AuditEvent, "time" | "session" | "user">;
