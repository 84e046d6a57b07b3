import type { ReviewFinding } from "@skillwright/core/check";
import { type ScanSummary, scanSummarySchema } from "@skillwright/core/registry";
import { z } from "zod";
import type { VersionRow } from "../database/tables.ts";
import type { RequestedPermissions } from "../registry/inspect-skill.ts";

/** What a version asks for, as stored. */
export type Requested = RequestedPermissions;

const texts = z.array(z.string());
const requestedSchema = z.object({
  tools: texts.optional(),
  scripts: texts,
  hooks: texts,
  hookCommands: texts,
  hosts: texts.default([]),
  // Versions from before the scanner have none.
  scan: scanSummarySchema.optional(),
});
const findingsSchema: z.ZodType<readonly ReviewFinding[]> = z.array(
  z.object({
    ...{ rule: z.string(), severity: z.enum(["error", "warning", "info"]), file: z.string() },
    ...{ line: z.number(), message: z.string() },
    level: z.enum(["critical", "high", "medium", "low"]).optional(),
  }),
);

/** Reads what a version asks for and what was found in it. */
export function readRequested({ requested, findings }: Pick<VersionRow, "requested" | "findings">): {
  readonly requested: Requested;
  readonly findings: readonly ReviewFinding[];
  readonly scan?: ScanSummary;
} {
  const { tools, scan, ...rest } = requestedSchema.parse(JSON.parse(requested));
  return {
    requested: { tools, ...rest },
    findings: findingsSchema.parse(JSON.parse(findings)),
    ...(scan && { scan }),
  };
}
