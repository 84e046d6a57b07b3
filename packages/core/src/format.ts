import { findRule } from "./check/find-rule.ts";
import type { DiscoveryFinding, DiscoveryFindingCode } from "./discover/discovery-finding.ts";
import type { SkillError } from "./error.ts";
import type { Finding, FindingArguments } from "./finding.ts";
import { formatNumber } from "./text/format-number.ts";
import { printable } from "./text/printable.ts";

/** The words of a finding. */
export function formatFinding(finding: Pick<Finding, "rule" | "message" | "args">): string {
  const template = findRule(finding.rule)?.messages[finding.message];
  // Findings of the reference engine carry their sentence, lines and all, since it must match to the letter.
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
  "file-missing": "There is nothing at {path}. Check the path.",
  "file-not-regular": "{path} is not a skill: expected a directory with a SKILL.md, or that file itself.",
  "file-forbidden": "{path} may not be read or written by this user. Check its permissions.",
  "file-is-link": "{path} is a link that cannot be followed.",
  "file-unreadable": "{path} cannot be used ({reason}).",
  "file-exists": "{path} is there already and stays as it is. Choose another name or folder.",
  "file-too-large": "{path} has {size} bytes; at most {max} are read.",
  "config-invalid": "{path} is not a valid configuration: {reason}",
  "option-invalid": "This option is not usable: {name}: {reason}.",
  "profile-unknown": "There is no profile called {name}. There are: {known}.",
  "rule-unknown": "There is no rule called {name}.{hint}",
  "client-unknown": "There is no agent called {name}.{hint}",
  "walk-too-large": "{path} holds more than {max} files and folders. Name a smaller folder.",
  "properties-unreadable": "{reason}",
  "skill-unknown": "There is no skill called {name}.{hint}",
  "skill-ambiguous": "{name} stands for several skills: {ids}. Use one of these.",
  "skill-disabled": "The skill {name} is not available here: {reason}.",
  "skill-duplicate": "Two skills are called {name}: {first} and {second}.",
  "skill-invalid": "{path} makes no usable skill: {reason}.",
  "skill-changed": "The skill {name} has changed since it was listed. List again before you load it.",
  "skill-too-large": "{path} holds more than {max} {what}, too much for one skill.",
  "skill-path-invalid": "{path} is no path inside the skill {name}.",
  "skill-file-missing": "The skill {name} has no file {path}.",
  "skill-file-too-large": "{path} of the skill {name} has {size} bytes; at most {max} are read.",
  "skill-script-unreadable": "{path} is a script of the skill {name}: run it, do not read it.",
  "script-unrunnable":
    "{path} of the skill {name} does not say how to run it. Give it a first line such as `#!/usr/bin/env python3`, or a known ending.",
  "sandbox-unavailable":
    "{what} cannot run here: this agent was given no sandbox. Its host must pass one (`sandbox` of the session).",
  "sandbox-missing": "No sandbox can be set up here: {reason}. {advice}",
  "sandbox-leaks":
    "The sandbox {name} does not hold on this machine ({failed}), so nothing is run in it. {advice}",
  "sandbox-required":
    "{what} runs in a sandbox only, and this is none: {who} says so. Leave out --no-sandbox, or pass a sandbox that confines.",
  "requirement-missing": "The skill {name} needs {requirement}: {reason}. Install it and try again.",
  "model-unavailable": "{reason}",
  "subagent-unfinished": "The sub-agent did not finish its task: {reason}",
  "tool-input-invalid": "{reason}",
  "tool-name-invalid": "A tool cannot be called {name}: {reason}.",
  "tool-timed-out": "Timeout exceeded: {what}.",
  "tool-unguardable":
    "No skill could restrict these tools, as nothing of them can be wrapped: {names}. Leave them out, or offer functions that do the same.",
  "program-missing": "There is no program {program} here. Install it, or put its folder on PATH.",
  "program-unusable": "The program {program} cannot be started ({reason}).",
  "audit-unavailable": "The audit log {path} cannot be written: {reason}.",
  "watch-unavailable": "This catalog was opened without a way to watch folders.",
  "state-unreadable": "{path} is not what was written there ({reason}). Move it away and try again.",
  "settings-unusable": "{path}, line {line}: {reason}. Nothing was changed.",
  "settings-changed": "{path} was changed by another program meanwhile, so nothing was written. Try again.",
  "settings-outside":
    "{path} leads out of the project, to {target}. Nothing is written there: remove the link, or use --user.",
  "trust-too-large":
    "The trusted projects have {count} skills together, more than fit into the {max} bytes of {path}; nothing was recorded. Forget a project with `skillwright trust --remove`.",
  "conversations-exhausted":
    "In {open} open conversations skills are active, and there is no room for another. Leave the skills of one with skills_deactivate.",
};

const discoveryMessages: Readonly<Record<DiscoveryFindingCode, string>> = {
  "folder-unreadable": "This folder cannot be read ({reason}), so its skills are missing.",
  "link-leaves-root": "This link leads out of the folder that is searched ({target}); it is not followed.",
  "walk-too-deep": "Folders below this one are too deep to be searched (more than {max} levels).",
  "walk-too-large": "More than {max} entries here; the rest is not searched.",
  "skill-unreadable": "This skill cannot be read ({reason}).",
  "skill-nonconforming":
    "This skill breaks the standard, so its package may not offer it. Run `skillwright validate` on it.",
  "skill-without-description": "This skill has no description, so no agent can choose it. Add one.",
  "frontmatter-invalid":
    "There is no valid frontmatter, so the skill is left out. Run `skillwright check` on it.",
  "name-differs-from-folder": "The skill is called {name} but its folder {folder}; some agents refuse it.",
  "skill-shadowed": "The skill {name} here is hidden by {winner}. `skillwright explain` says why.",
  "package-manifest-invalid": "The package's manifest is not valid ({reason}), so its skills are left out.",
  "package-field-unknown":
    "The package's manifest has a field {field} that its format does not know; it is ignored.",
  "package-skills-collide": "Two packages have a skill {name}; the bare name stands for {winner}.",
  "project-untrusted":
    "The project's skills ({count}) are not loaded: it is not trusted. Look at them, then run `skillwright trust`.",
  "project-config-ignored": "This configuration is ignored: {reason}",
  "trust-unreadable":
    "The list of trusted projects cannot be read ({reason}), so no project is trusted. Move it away and trust again.",
  "skill-too-large": "This skill holds more than {max} {what}, so it is left out.",
  "too-many-skills": "{count} skills; past {max}, agents choose worse. Remove some, or let agents search.",
  "index-unusable": "The index could not be written ({reason}), so the next start takes longer.",
  "store-failed": "This store of skills did not answer ({reason}), so its skills are missing.",
  "instructions-unreadable": "These instructions for agents cannot be read ({reason}), so they are left out.",
  "instructions-shortened":
    "The project's instructions for agents are longer than {max} bytes together, so the end of this file is left out.",
};

/** The words of a finding of discovery or resolution. */
export function formatDiscoveryFinding({ code, args = {} }: DiscoveryFinding): string {
  return fillIn(discoveryMessages[code], args);
}

/** The words of an error: what was found, what was expected, what to do. */
export function formatError(error: SkillError): string {
  // All of it is the words of whoever opens models, on several lines.
  if (error.code === "model-unavailable") return String(error.details.reason).replace(/[^\n]+/g, printable);
  return fillIn(errorMessages[error.code], error.details);
}
