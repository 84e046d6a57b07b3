import type { Severity } from "../finding.ts";
import type { ArgumentsOf, MessageArguments } from "../message.ts";

/** Every problem that finding and resolving skills can meet, with its message. */
export const discoveryMessages = {
  "folder-unreadable": "This folder cannot be read ({reason}), so its skills are missing.",
  "link-leaves-root":
    "This link leads to a place that is not searched ({target}), so it is not followed. Copy the skill, or add its folder with --root or in your configuration.",
  "link-dangling": "This link leads nowhere. Remove it, or restore its target.",
  "root-missing": "No such folder. Create it, or correct the path.",
  "walk-too-deep":
    "The folders below this one are nested too deeply (more than {max} levels) and were not searched.",
  "walk-too-large": "More than {max} entries here; the rest was not searched.",
  "skill-unreadable": "This skill cannot be read ({reason}).",
  "skill-incomplete": "Part of this skill is missing: {reason}.",
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
} as const;

export type DiscoveryFindingCode = keyof typeof discoveryMessages;

/** A problem met while finding and resolving skills; its arguments are the placeholders of its message. */
export type DiscoveryFinding = {
  readonly [Code in DiscoveryFindingCode]: {
    readonly code: Code;
    readonly severity: Severity;
    /** Absolute path of the folder or file it is about. */
    readonly path: string;
  } & (keyof ArgumentsOf<(typeof discoveryMessages)[Code]> extends never
    ? { readonly args?: MessageArguments }
    : { readonly args: ArgumentsOf<(typeof discoveryMessages)[Code]> });
}[DiscoveryFindingCode];
