import type { DiscoveryFinding } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { toFindingRow } from "./finding-row.ts";
import type { OpenedCatalog } from "./open-catalog.ts";

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
