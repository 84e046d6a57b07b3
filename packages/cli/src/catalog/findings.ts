import { formatDiscoveryFinding, SkillError } from "@skillwright/core";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import type { DiscoveryFinding } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import type { OpenedCatalog } from "./open-catalog.ts";

/** The JSON form of a finding. */
export type FindingRow = {
  readonly code: DiscoveryFinding["code"];
  readonly severity: DiscoveryFinding["severity"];
  readonly message: string;
  readonly path: string;
};

/** A finding with its message; `nameOf` formats paths. */
export function toFindingRow(finding: DiscoveryFinding, nameOf: (path: string) => string): FindingRow {
  const { code, severity, path, args = {} } = finding;
  const named = Object.entries(args).map(([key, value]) => [
    key,
    typeof value === "string" ? nameOf(value) : value,
  ]);
  const message = formatDiscoveryFinding({ ...finding, args: Object.fromEntries(named) });
  return { code, severity, message, path: nameOf(path) };
}

/** The content digest of a skill, or a finding if it cannot be read completely. */
export function digestOf(catalog: Catalog, skill: CatalogSkill): string | DiscoveryFinding {
  try {
    return catalog.digest(skill);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return toFinding(error, skill);
  }
}

function toFinding({ code, details }: SkillError, { file }: CatalogSkill): DiscoveryFinding {
  if (code === "skill-too-large") {
    const { max = 0, what = "" } = details;
    return { code, severity: "error", path: file, args: { max, what } };
  }
  const path = String(details.path ?? file);
  return { code: "skill-unreadable", severity: "error", path, args: { reason: details.reason ?? code } };
}

/**
 * Saves the index for the next command, then prints notes to standard error. A failed save only costs time, so it is
 * mentioned only with --verbose.
 */
export async function finishCatalog(opened: OpenedCatalog, invocation: Invocation, io: Io): Promise<void> {
  const unsaved = opened.catalog.save();
  const { findings } = opened.catalog.list();
  const told = invocation.flag("verbose") ? [...findings, ...unsaved] : findings.filter(isUrgent);
  if (told.length > 0) await io.err(told.map((finding) => toNote(finding, opened)).join(""));
}

/** Whether the finding may explain a missing skill. */
export function isUrgent({ code }: DiscoveryFinding): boolean {
  return urgentCodes.has(code);
}

const urgentCodes: ReadonlySet<DiscoveryFinding["code"]> = new Set([
  "project-untrusted",
  "project-config-ignored",
  "trust-unreadable",
]);

export function toNote(finding: DiscoveryFinding, { names }: Pick<OpenedCatalog, "names">): string {
  const { path, message } = toFindingRow(finding, names.short);
  return `note: ${printable(path)}: ${message}\n`;
}
