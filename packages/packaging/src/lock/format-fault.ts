import { isJsonObject } from "@skillwright/core/text";
import type { z } from "zod";

/** Why a file of a newer format is not read: what this release does not know may be a restriction. */
export function newerFormat(value: unknown): string | undefined {
  const version = isJsonObject(value) ? value.version : undefined;
  if (typeof version !== "number" || version <= 1) return undefined;
  return `its version is ${version}, and this release reads version 1; update Skillwright`;
}

/** The first thing that a schema found, with its place. A field that is not known may come from a newer release. */
export function describeIssue(error: z.ZodError, above: readonly string[] = []): string {
  const [issue] = error.issues;
  const place = [...above, ...(issue?.path ?? [])].map((part) => String(part).slice(0, 120)).join(".");
  const words =
    issue?.code === "unrecognized_keys"
      ? `it has the unknown field ${JSON.stringify(issue.keys[0]?.slice(0, 120))}; update Skillwright if a newer release wrote it`
      : (issue?.message ?? "invalid value");
  return place === "" ? words : `at ${place}: ${words}`;
}
