/** Why an operation cannot continue. Author mistakes are returned as findings; only this is thrown. */
export type SkillErrorCode =
  | "file-missing"
  | "file-not-regular"
  | "file-forbidden"
  | "file-is-link"
  | "file-unreadable"
  | "file-exists"
  | "file-too-large"
  | "config-invalid"
  | "option-invalid"
  | "profile-unknown"
  | "rule-unknown"
  | "client-unknown"
  | "walk-too-large"
  | "properties-unreadable"
  | "skill-unknown"
  | "skill-ambiguous"
  | "skill-disabled"
  | "skill-duplicate"
  | "skill-invalid"
  | "skill-changed"
  | "skill-too-large"
  | "skill-path-invalid"
  | "skill-file-missing"
  | "skill-file-too-large"
  | "skill-script-unreadable"
  | "script-unrunnable"
  | "sandbox-unavailable"
  | "sandbox-missing"
  | "sandbox-leaks"
  | "sandbox-required"
  | "requirement-missing"
  | "model-unavailable"
  | "subagent-unfinished"
  | "tool-input-invalid"
  | "tool-name-invalid"
  | "tool-timed-out"
  | "tool-unguardable"
  | "program-missing"
  | "program-unusable"
  | "audit-unavailable"
  | "watch-unavailable"
  | "state-unreadable"
  | "settings-unusable"
  | "settings-changed"
  | "settings-outside"
  | "trust-too-large"
  | "conversations-exhausted";

type ErrorDetails = Readonly<Record<string, string | number>>;

export class SkillError extends Error {
  readonly code: SkillErrorCode;
  readonly details: ErrorDetails;

  constructor(code: SkillErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(details)}`, options);
    this.name = "SkillError";
    this.code = code;
    this.details = details;
  }
}
