import { z } from "zod";

const decision = {
  effect: z.enum(["allow", "ask", "deny"]),
  rule: z
    .string()
    .describe(
      "The pattern as its author wrote it, or the switch that decided: only, otherwise, skill-tools, none.",
    ),
  layer: z.string().describe("Who says so: organisation, skill, or default for the host."),
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
    .describe("Which part of the call is to blame, such as one command of several."),
};

const explain = z.strictObject(decision).describe("Output of skillwright policy explain --json.");

const id = z.union([z.string(), z.number()]).describe("As in the request.");
const batch = z
  .union([
    z.strictObject({ id, ...decision }).describe("For a call."),
    z.strictObject({ id: id.nullable(), error: z.string() }).describe("For a line that is no call."),
  ])
  .describe("A line of the output of skillwright policy explain --batch.");

/** Shapes of what the policy command prints. */
export const policySchemas: Readonly<Record<string, z.ZodType>> = {
  "policy-explain": explain,
  "policy-batch": batch,
};
