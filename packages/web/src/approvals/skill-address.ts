import type { Approval } from "@skillwright/core/registry";

/** The address of the version's page. */
export function skillAddress({ name, version }: Pick<Approval, "name" | "version">): string {
  return `/skills/${encodeURIComponent(name)}?version=${encodeURIComponent(version)}`;
}
