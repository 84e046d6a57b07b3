import type { DiscoveryFinding } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { toFindingRow } from "./finding-row.ts";
import type { OpenedCatalog } from "./open-catalog.ts";

/**
 * Keeps the index for the next command, then says on standard error what the answer does not. A disk that cannot be
 * written costs the next command some time and is worth a word only to those who ask for all.
 */
export async function finishCatalog(opened: OpenedCatalog, invocation: Invocation, io: Io): Promise<void> {
  const unsaved = opened.catalog.save();
  const { findings } = opened.catalog.list();
  const told = invocation.flag("verbose") ? [...findings, ...unsaved] : findings.filter(isUrgent);
  if (told.length > 0) await io.err(told.map((finding) => toNote(finding, opened)).join(""));
}

/** What somebody who misses a skill must know at once. */
export function isUrgent({ code }: DiscoveryFinding): boolean {
  return urgentCodes.has(code);
}

const urgentCodes: ReadonlySet<DiscoveryFinding["code"]> = new Set([
  "project-untrusted",
  "project-config-ignored",
  "trust-unreadable",
]);

/** A finding on one line. */
export function toNote(finding: DiscoveryFinding, { names }: Pick<OpenedCatalog, "names">): string {
  const { path, message } = toFindingRow(finding, names.short);
  return `note: ${printable(path)}: ${message}\n`;
}
