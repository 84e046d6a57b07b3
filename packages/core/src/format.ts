import { findRule } from "./check/find-rule.ts";
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
  "config-invalid": "{path} is not a valid configuration: {reason}",
  "profile-unknown": "There is no profile called {name}. There are: {known}.",
  "rule-unknown": "There is no rule called {name}.{hint}",
  "walk-too-large": "{path} holds more than {max} files and folders. Name a smaller folder.",
  "properties-unreadable": "{reason}",
};

/** The words of an error: what was found, what was expected, what to do. */
export function formatError(error: SkillError): string {
  return fillIn(errorMessages[error.code], error.details);
}
