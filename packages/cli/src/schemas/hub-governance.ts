import {
  acknowledgedSchema,
  affectedSchema,
  approvalReviewSchema,
  approvalSchema,
  approvalStates,
  deploymentSchema,
  feedbackSchema,
  hubAgentSchema,
  policyVersionSchema,
  revocationSchema,
} from "@skillwright/core/registry";
import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);

const approvals = z
  .union([
    z.strictObject({ version, approvals: z.array(approvalSchema) }).describe("The list."),
    z.strictObject({ version, approval: approvalSchema }).describe("With --request or --withdraw."),
    z.strictObject({ version, reviews: z.array(approvalReviewSchema) }).describe("For named versions."),
    z
      .strictObject({
        version,
        decisions: z.array(
          z.strictObject({
            ...{ id: z.string(), name: z.string(), version: z.string(), digest: z.string() },
            state: z.enum(approvalStates).optional(),
            error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
          }),
        ),
      })
      .describe("With --approve or --reject."),
  ])
  .describe("Output of skillwright approve --json.");

const deploy = z
  .union([
    z
      .strictObject({ version, deployments: z.array(deploymentSchema) })
      .describe("The list, or what --undo ended."),
    z
      .strictObject({
        version,
        deployed: z.boolean().describe("False with --dry-run."),
        ...{ deployment: deploymentSchema, affected: affectedSchema },
      })
      .describe("For a name."),
  ])
  .describe("Output of skillwright deploy --json.");

const revoke = z
  .union([
    z
      .strictObject({ version, revocations: z.array(revocationSchema) })
      .describe("The list, or what --undo lifted."),
    z
      .strictObject({
        version,
        revoked: z.boolean().describe("False with --dry-run."),
        revocation: revocationSchema.optional(),
        affected: affectedSchema,
        acknowledged: acknowledgedSchema.optional().describe("Agents that confirmed within --wait."),
      })
      .describe("For a target."),
  ])
  .describe("Output of skillwright revoke --json.");

const hubAgents = z
  .union([
    z
      .strictObject({ version, sequence: count, agents: z.array(hubAgentSchema) })
      .describe("The list, with the number of the current state."),
    z.strictObject({ version, released: z.string(), to: z.string().optional() }).describe("release"),
  ])
  .describe("Output of skillwright hub agents --json.");

const hubFeedback = z
  .strictObject({ version, feedback: z.array(feedbackSchema) })
  .describe("Output of skillwright hub feedback --json: what is said, or what you said with --helped.");

const policyHub = z
  .union([
    z
      .strictObject({
        version,
        enterprise: policyVersionSchema.optional(),
        tenant: policyVersionSchema.optional(),
      })
      .describe("pull"),
    z.strictObject({ version, policies: z.array(policyVersionSchema) }).describe("push, activate, versions"),
  ])
  .describe("Output of skillwright policy pull, push, activate and versions with --json.");

const simulate = z
  .strictObject({
    version,
    since: z.string(),
    events: count,
    isPartial: z.boolean().describe("There were more events; the newest were read."),
    activations: z.strictObject({ total: count, refused: count, unapproved: count }),
    calls: z.strictObject({ total: count, denied: count, asked: count, allowed: count }),
    samples: z.array(
      z.strictObject({
        ...{ time: z.string(), what: z.enum(["activation", "call"]), skill: z.string(), agent: z.string() },
        ...{ subject: z.string(), effect: z.enum(["allow", "ask", "deny"]), reason: z.string() },
      }),
    ),
  })
  .describe("Output of skillwright policy simulate --json.");

/** JSON output of commands that govern skills on a hub. */
export const hubGovernanceSchemas: Readonly<Record<string, z.ZodType>> = {
  approve: approvals,
  deploy,
  revoke,
  "hub-agents": hubAgents,
  "hub-feedback": hubFeedback,
  "policy-hub": policyHub,
  "policy-simulate": simulate,
};
