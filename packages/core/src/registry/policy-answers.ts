import { z } from "zod";
import { type PrincipalNames, principalNamesSchema } from "./governance.ts";
import { type HubPolicy, hubPolicySchema } from "./hub-policy.ts";

/** One version of a tenant's policy on a hub. */
export type PolicyVersion = {
  readonly tenant: string;
  readonly version: number;
  readonly policy: HubPolicy;
  readonly digest: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly isActive: boolean;
  /** How many versions of skills got which other state when it was put into force. Only in the answer to that. */
  readonly changed?: Readonly<Record<string, number>> | undefined;
};

/** The policies that apply in a tenant; absent ones allow everything. */
export type ActivePolicies = {
  readonly enterprise?: PolicyVersion | undefined;
  readonly tenant?: PolicyVersion | undefined;
  readonly names?: PrincipalNames | undefined;
};

export type PolicyVersionList = {
  readonly policies: readonly PolicyVersion[];
  readonly names?: PrincipalNames | undefined;
};

/** What a policy would have changed in the last month. */
export type Simulation = {
  /** ISO 8601: where it starts. */
  readonly since: string;
  readonly events: number;
  /** There were more events than are read; the newest count. */
  readonly isPartial: boolean;
  readonly activations: { readonly total: number; readonly refused: number; readonly unapproved: number };
  readonly calls: {
    readonly total: number;
    readonly denied: number;
    readonly asked: number;
    /** Recorded as refused, and allowed now. */
    readonly allowed: number;
  };
  readonly samples: readonly SimulatedEvent[];
};

export type SimulatedEvent = {
  readonly time: string;
  readonly what: "activation" | "call";
  readonly skill: string;
  readonly agent: string;
  /** The tool and the part of the call that decides, or the version. */
  readonly subject: string;
  readonly effect: "allow" | "ask" | "deny";
  readonly reason: string;
};

const text = z.string().max(10_000);
const count = z.int().min(0);

export const policyVersionSchema: z.ZodType<PolicyVersion> = z.object({
  ...{ tenant: text, version: z.int().min(1), policy: hubPolicySchema, digest: text },
  ...{ createdBy: text, createdAt: text, isActive: z.boolean() },
  changed: z.record(text, count).optional(),
});

export const policyVersionListSchema: z.ZodType<PolicyVersionList> = z.object({
  policies: z.array(policyVersionSchema).max(1000),
  names: principalNamesSchema,
});

export const activePoliciesSchema: z.ZodType<ActivePolicies> = z.object({
  enterprise: policyVersionSchema.optional(),
  tenant: policyVersionSchema.optional(),
  names: principalNamesSchema,
});

export const simulationSchema: z.ZodType<Simulation> = z.object({
  ...{ since: text, events: count, isPartial: z.boolean() },
  activations: z.object({ total: count, refused: count, unapproved: count }),
  calls: z.object({ total: count, denied: count, asked: count, allowed: count }),
  samples: z
    .array(
      z.object({
        ...{ time: text, what: z.enum(["activation", "call"]), skill: text, agent: text },
        ...{ subject: text, effect: z.enum(["allow", "ask", "deny"]), reason: text },
      }),
    )
    .max(1000),
});
