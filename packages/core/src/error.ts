import type { ArgumentsOf, MessageArguments } from "./message.ts";

/** Every error code with its message: what was found, what was expected, what to do. */
export const errorMessages = {
  "file-missing": "No such file or directory: {path}",
  "file-not-regular": "{path} is not a skill; expected a directory with a SKILL.md, or the file itself.",
  "file-forbidden": "Permission denied: {path}. Check its permissions.",
  "file-is-link": "{path} is a symbolic link that cannot be followed.",
  "file-unreadable": "Cannot read or write {path} ({reason}).",
  "file-exists": "{path} already exists and was not changed. Choose another name or folder.",
  "file-too-large": "{path} has {size} bytes; at most {max} are read.",
  "config-invalid": "{path} is not a valid configuration: {reason}",
  "option-invalid": "Invalid option {name}: {reason}.",
  "profile-unknown": "Unknown profile {name}. Available profiles: {known}.",
  "rule-unknown": "Unknown rule {name}.{hint}",
  "client-unknown": "Unknown agent {name}.{hint}",
  "walk-too-large": "{path} contains more than {max} files and folders. Choose a smaller folder.",
  "properties-unreadable": "{reason}",
  "skill-unknown": "No skill named {name}.{hint}",
  "skill-ambiguous": "{name} matches several skills: {ids}. Use one of these.",
  "skill-version-missing": "No version of {name} fits {range}. {versions}",
  "skill-disabled": "The skill {name} is not available here: {reason}.",
  "skill-duplicate": "Two skills are named {name}: {first} and {second}.",
  "skill-invalid": "{path} is not a valid skill: {reason}.",
  "skill-changed":
    "The skill {name} has changed since it was listed. List the skills again before loading it.",
  "skill-too-large": "{path} has more than {max} {what}, too many for one skill.",
  "skill-path-invalid": "{path} is not a path inside the skill {name}.",
  "skill-file-missing": "The skill {name} has no file {path}.",
  "skill-file-too-large": "{path} in the skill {name} has {size} bytes; at most {max} are read.",
  "skill-script-unreadable": "{path} is a script of the skill {name}: run it instead of reading it.",
  "script-unrunnable":
    "Cannot tell how to run {path} of the skill {name}. Add a first line such as `#!/usr/bin/env python3`, or use a known file extension.",
  "sandbox-unavailable":
    "{what} cannot run: the session has no sandbox. The host application must pass one as the `sandbox` option of the session.",
  "sandbox-missing": "No sandbox is available: {reason}. {advice}",
  "sandbox-leaks":
    "The sandbox {name} does not isolate programs on this machine ({failed}), so nothing runs in it. {advice}",
  "sandbox-required":
    "{what} may run only in a sandbox, as required by {who}. Omit --no-sandbox, or pass a sandbox that isolates.",
  "requirement-missing": "The skill {name} requires {requirement}: {reason}. Install it and try again.",
  "model-unavailable": "{reason}",
  "subagent-unfinished": "The sub-agent did not finish its task: {reason}",
  "tool-input-invalid": "{reason}",
  "tool-name-invalid": "Invalid tool name {name}: {reason}.",
  "tool-timed-out": "Timeout exceeded: {what}.",
  "tool-unguardable":
    "These tools cannot be wrapped, so no skill could restrict them: {names}. Remove them, or provide functions that do the same.",
  "program-missing": "Program not found: {program}. Install it, or add its folder to PATH.",
  "program-unusable": "Cannot start the program {program} ({reason}).",
  "audit-unavailable": "Cannot write the audit log {path}: {reason}.",
  "audit-damaged":
    "The audit log {path} is damaged ({reason}), so nothing after it was uploaded. Run `skillwright audit verify` for details.",
  "audit-hub-inconsistent":
    "Do not trust the audit log of {hub}: {reason}. Nothing was deleted here; keep {path} and tell the hub's administrators.",
  "hub-unknown": "No hub is known. Run `skillwright login URL --hub`, or set SKILLWRIGHT_HUB.",
  "hub-refused": "{hub} refused the request: {reason} ({code}).",
  "watch-unavailable": "This catalog was opened without a file watcher.",
  "state-unreadable": "{path} is damaged ({reason}). Move it away and try again.",
  "settings-unusable": "{path}, line {line}: {reason}. Nothing was changed.",
  "settings-changed": "Another program changed {path} in the meantime, so nothing was written. Try again.",
  "settings-outside":
    "{path} points outside the project, to {target}, so nothing was written. Remove the link, or use --user.",
  "trust-too-large":
    "The trusted projects have {count} skills in total, more than fit into the {max} bytes of {path}; nothing was recorded. Remove a project with `skillwright trust --remove`.",
  "source-invalid": "{source} is not a source of skills: {reason}.",
  "source-unavailable": "Cannot get {source}: {reason}.",
  "source-offline": "{source} is not in the cache, and --offline forbids getting it.",
  "package-invalid": "{source} is not a valid package: {reason}. Nothing was written.",
  "integrity-mismatch":
    "{source} is not what was promised: its {what} is {actual}, expected {expected}. Nothing was written.",
  "lock-unreadable": "{path} cannot be read: {reason}. It was not changed.",
  "versions-conflict": "No versions fit together: {explanation}.",
  "skill-needed": "{name} is needed by {by}. Remove them together, or keep it.",
  "install-refused": "{name} may not be installed: {reason}.",
  "install-running": "Another installation is at work in {path} ({holder}). Try again when it is done.",
  "state-refused": "The state of {hub} was refused: {reason}.",
  "undo-refused": "The last operation cannot be undone: {reason}. Nothing was changed.",
  "signature-invalid": "The signature of {name} is not valid: {reason}.",
  "key-unusable": "The key {name} cannot be used: {reason}.",
  "hub-unable": "The hub cannot start: {reason}.",
  "backup-unusable": "{path} is not a usable backup of a hub: {reason}. Nothing was changed.",
  "conversations-exhausted":
    "Skills are active in {open} conversations, which is the maximum. Deactivate the skills of one with skills_deactivate.",
} as const;

export type SkillErrorCode = keyof typeof errorMessages;

/** What the message of a code needs; unchecked only for an error of any code that is passed on. */
type DetailsOf<Code extends SkillErrorCode> = SkillErrorCode extends Code
  ? MessageArguments
  : ArgumentsOf<(typeof errorMessages)[Code]>;

/**
 * Why an operation cannot continue. Author mistakes are returned as findings; only this is thrown. The details are the
 * arguments of the code's message.
 */
export class SkillError<Code extends SkillErrorCode = SkillErrorCode> extends Error {
  readonly code: SkillErrorCode;
  readonly details: MessageArguments;

  constructor(code: Code, details: DetailsOf<Code>, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(details)}`, options);
    this.name = "SkillError";
    this.code = code;
    this.details = details;
  }
}
