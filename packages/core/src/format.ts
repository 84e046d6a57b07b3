import { findRule } from "./check/find-rule.ts";
import type { DiscoveryFinding, DiscoveryFindingCode } from "./discover/discovery-finding.ts";
import type { SkillError } from "./error.ts";
import type { Finding, FindingArguments } from "./finding.ts";
import { formatNumber } from "./text/format-number.ts";
import { printable } from "./text/printable.ts";

/** A finding as a sentence. */
export function formatFinding(finding: Pick<Finding, "rule" | "message" | "args">): string {
  const template = findRule(finding.rule)?.messages[finding.message];
  // Findings of the skills-ref engine carry their exact message, since it must match to the letter.
  return template === undefined
    ? finding.message.replace(/[^\n\t]+/g, printable)
    : fillIn(template, finding.args);
}

function fillIn(template: string, args: FindingArguments): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = args[name];
    if (value === undefined) return placeholder;
    return typeof value === "number" ? formatNumber(value) : printable(value);
  });
}

const errorMessages: Readonly<Record<SkillError["code"], string>> = {
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
  "watch-unavailable": "This catalog was opened without a file watcher.",
  "state-unreadable": "{path} is damaged ({reason}). Move it away and try again.",
  "settings-unusable": "{path}, line {line}: {reason}. Nothing was changed.",
  "settings-changed": "Another program changed {path} in the meantime, so nothing was written. Try again.",
  "settings-outside":
    "{path} points outside the project, to {target}, so nothing was written. Remove the link, or use --user.",
  "trust-too-large":
    "The trusted projects have {count} skills in total, more than fit into the {max} bytes of {path}; nothing was recorded. Remove a project with `skillwright trust --remove`.",
  "conversations-exhausted":
    "Skills are active in {open} conversations, which is the maximum. Deactivate the skills of one with skills_deactivate.",
};

const discoveryMessages: Readonly<Record<DiscoveryFindingCode, string>> = {
  "folder-unreadable": "This folder cannot be read ({reason}), so its skills are missing.",
  "link-leaves-root": "This link points outside the searched folder ({target}), so it was not followed.",
  "walk-too-deep":
    "The folders below this one are nested too deeply (more than {max} levels) and were not searched.",
  "walk-too-large": "More than {max} entries here; the rest was not searched.",
  "skill-unreadable": "This skill cannot be read ({reason}).",
  "skill-nonconforming":
    "This skill does not conform to the standard, so its package cannot provide it. Run `skillwright validate` on it.",
  "skill-without-description": "This skill has no description, so no agent can choose it. Add one.",
  "frontmatter-invalid":
    "The frontmatter is missing or invalid, so the skill was skipped. Run `skillwright check` on it.",
  "name-differs-from-folder": "The skill is named {name} but its folder {folder}; some agents reject it.",
  "skill-shadowed": "The skill {name} here is hidden by {winner}. Run `skillwright explain` to see why.",
  "package-manifest-invalid": "The package manifest is invalid ({reason}), so its skills were skipped.",
  "package-field-unknown": "The package manifest has an unknown field {field}, which is ignored.",
  "package-skills-collide":
    "Two packages have a skill named {name}; the unqualified name refers to {winner}.",
  "project-untrusted":
    "The project's skills ({count}) are not loaded because the project is not trusted. Review them, then run `skillwright trust`.",
  "project-config-ignored": "This configuration is ignored: {reason}",
  "trust-unreadable":
    "The list of trusted projects cannot be read ({reason}), so no project is trusted. Move the file away and trust your projects again.",
  "skill-too-large": "This skill has more than {max} {what}, so it was skipped.",
  "too-many-skills":
    "{count} skills; above {max}, agents choose less reliably. Remove some, or let agents search.",
  "index-unusable": "The index could not be written ({reason}), so the next start will be slower.",
  "store-failed": "This skill store did not respond ({reason}), so its skills are missing.",
  "instructions-unreadable": "These agent instructions cannot be read ({reason}), so they were skipped.",
  "instructions-shortened":
    "The project's agent instructions exceed {max} bytes in total, so the end of this file was cut off.",
};

/** A finding of discovery or resolution as a sentence. */
export function formatDiscoveryFinding({ code, args = {} }: DiscoveryFinding): string {
  return fillIn(discoveryMessages[code], args);
}

/** An error as a sentence: what was found, what was expected, what to do. */
export function formatError(error: SkillError): string {
  // The reason is a multi-line text of the model provider.
  if (error.code === "model-unavailable") return String(error.details.reason).replace(/[^\n]+/g, printable);
  return fillIn(errorMessages[error.code], error.details);
}
