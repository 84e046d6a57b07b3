import { isJsonObject } from "@skillwright/core/text";
import type { z } from "zod";

/** Why a file of a newer format is not read: what this release does not know may be a restriction. */
export function newerFormat(value: unknown): string | undefined {
  const version = isJsonObject(value) ? value.version : undefined;
  if (typeof version !== "number" || version <= 1) return undefined;
  return `its version is ${version}, and this release reads version 1; update Skillwright`;
}

/** The first thing that a schema found, with its place. */
export function describeIssue({ issues: [issue] }: z.ZodError, above: readonly string[] = []): string {
  const place = [...above, ...(issue?.path ?? [])].map((part) => String(part).slice(0, 120)).join(".");
  const words = issue === undefined ? "invalid value" : wordsOf(issue);
  return place === "" ? words : `at ${place}: ${words}`;
}

function wordsOf(issue: z.core.$ZodIssue): string {
  // A field that is not known may come from a newer release.
  if (issue.code === "unrecognized_keys")
    return `it has the unknown field ${JSON.stringify(issue.keys[0]?.slice(0, 120))}; update Skillwright if a newer release wrote it`;
  // The schema has words of its own for what its library would call invalid.
  if (!issue.message.startsWith("Invalid ")) return issue.message;
  if (issue.code === "invalid_value") return `expected ${issue.values.map(String).join(" or ")}`;
  if (issue.code !== "invalid_type") return issue.message;
  const kind = issue.expected === "record" ? "object" : issue.expected;
  return `expected ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}
