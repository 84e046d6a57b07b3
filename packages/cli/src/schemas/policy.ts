import { z } from "zod";

const decision = {
  effect: z.enum(["allow", "ask", "deny"]),
  rule: z
    .string()
    .describe("The pattern as written, or the setting that decided: only, otherwise, skill-tools, none."),
  layer: z.string().describe("The deciding layer: organisation, skill, or default for the host."),
  reason: z.enum([
    "denied-by-rule",
    "asked-by-rule",
    "allowed-by-rule",
    "on-the-list",
    "not-on-the-list",
    "cannot-be-read",
    "by-default",
    "skill-tool",
    "no-rule",
  ]),
  detail: z
    .string()
    .optional()
    .describe("The part of the call that decided, such as one of several commands."),
};

const explain = z.strictObject(decision).describe("Output of skillwright policy explain --json.");

const id = z.union([z.string(), z.number()]).describe("As in the request.");
const batch = z
  .union([
    z.strictObject({ id, ...decision }).describe("For a call."),
    z.strictObject({ id: id.nullable(), error: z.string() }).describe("For an invalid line."),
  ])
  .describe("A line of the output of skillwright policy explain --batch.");

/** JSON output of the policy command. */
export const policySchemas: Readonly<Record<string, z.ZodType>> = {
  "policy-explain": explain,
  "policy-batch": batch,
};
