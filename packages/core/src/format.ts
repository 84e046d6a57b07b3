import { findRule } from "./check/rules.ts";
import type { DiscoveryFinding, DiscoveryFindingCode } from "./discover/discovery-finding.ts";
import { errorMessages, type SkillError } from "./error.ts";
import type { Finding } from "./finding.ts";
import { fillIn } from "./message.ts";
import { printable } from "./text/printable.ts";

/** A finding as a sentence. */
export function formatFinding(finding: Pick<Finding, "rule" | "message" | "args">): string {
  const template = findRule(finding.rule)?.messages[finding.message];
  // Findings of the skills-ref engine carry their exact message, since it must match to the letter.
  return template === undefined
    ? finding.message.replace(/[^\n\t]+/g, printable)
    : fillIn(template, finding.args);
}

const discoveryMessages: Readonly<Record<DiscoveryFindingCode, string>> = {
  "folder-unreadable": "This folder cannot be read ({reason}), so its skills are missing.",
  "link-leaves-root":
    "This link leads to a place that is not searched ({target}), so it is not followed. Copy the skill, or add its folder with --root or in your configuration.",
  "link-dangling": "This link leads nowhere. Remove it, or restore its target.",
  "root-missing": "No such folder. Create it, or correct the path.",
  "walk-too-deep":
    "The folders below this one are nested too deeply (more than {max} levels) and were not searched.",
  "walk-too-large": "More than {max} entries here; the rest was not searched.",
  "skill-unreadable": "This skill cannot be read ({reason}).",
  "skill-nonconforming":
    "This skill violates the standard, so its package cannot provide it. Run `skillwright validate` on it.",
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
