import { z } from "zod";
import { hubLimits } from "../limits.ts";

// Characters that change the direction of text make a name look like another one.
const visible = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u;

/** A name that people read. */
export const nameField: z.ZodType<string> = z
  .string()
  .trim()
  .min(1)
  .max(hubLimits.nameLength)
  .regex(visible, "control characters are not allowed");

/** The id of a tenant or a team: part of addresses and of the names of skills. */
export const idField: z.ZodType<string> = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "expected lowercase letters, digits and hyphens");

/** The team of a role; empty for the whole tenant. */
export const teamField: z.ZodType<string> = z.union([z.literal(""), idField]);

/** Continues a list after the last row of the page before. */
export const pageQuery: z.ZodType<{ readonly after: string }> = z.object({
  after: z.string().max(200).default(""),
});
