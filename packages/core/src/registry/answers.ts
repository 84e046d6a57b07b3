import { z } from "zod";
import type { Verdict } from "../scan/verdict.ts";
import { type Permission, permissions, type Role, roles } from "./access.ts";
import { type HubAgent, hubAgentSchema, type PrincipalNames, principalNamesSchema } from "./governance.ts";
import { verdictSchema } from "./scan-summary.ts";

// What a hub answers to people and their pages. Times are ISO 8601.

/** `GET hub`: what everybody may know. */
export type HubAbout = {
  readonly name: string;
  /** `key:…`, which signs state documents and checkpoints. */
  readonly key: string;
  /** The host of the identity provider, if people can sign in there. */
  readonly provider?: string | undefined;
};

/** `GET me`: who sends the request, and what they may do in its tenant. */
export type HubMe = {
  readonly id: string;
  readonly person?:
    | { readonly id: string; readonly name: string; readonly email?: string | undefined }
    | undefined;
  readonly tenant: string;
  readonly permissions: readonly Permission[];
  readonly grants: readonly { readonly tenant: string; readonly team: string; readonly role: Role }[];
  readonly scopes?: readonly Permission[] | undefined;
  readonly hub: { readonly name: string; readonly key: string };
  /** What the tenants of the grants are called, by their ids. */
  readonly tenants?: Readonly<Record<string, string>> | undefined;
};

/** A skill in a list, with the version that clients get who ask for none. */
export type SkillSummary = {
  readonly name: string;
  readonly tenant: string;
  readonly team: string;
  readonly visibility: "team" | "tenant" | "public";
  readonly description: string;
  readonly version: string;
  readonly digest: string;
  readonly signer: string | null;
  readonly deprecated: string | null;
  readonly publishedAt: string;
  /** What its author calls it: `tags` of the frontmatter. */
  readonly tags: readonly string[];
  /** The tools that it asks for; absent if it restricts nothing. */
  readonly tools?: readonly string[] | undefined;
  readonly scripts: number;
  /** What the security rules found, by severity. */
  readonly findings: { readonly error: number; readonly warning: number; readonly info: number };
  /** Of its scan; absent for versions from before the scanner. */
  readonly verdict?: Verdict | undefined;
  /** How well it fits a search. */
  readonly score?: number | undefined;
};

export type SkillPage = {
  readonly skills: readonly SkillSummary[];
  /** How many there are with these filters; for a search at least this many. */
  readonly total: number;
  /** The cursor of the next page. */
  readonly next: string | null;
};

/** Values by which skills can be filtered, with the number of skills of each, the most frequent first. */
export type SkillFacets = {
  readonly total: number;
  readonly teams: readonly Facet[];
  readonly tags: readonly Facet[];
  readonly tools: readonly Facet[];
  readonly states: readonly Facet[];
  readonly scripts: number;
};
export type Facet = { readonly value: string; readonly count: number };

export type AgentPage = {
  /** The number of the tenant's newest state document. */
  readonly sequence: number;
  readonly agents: readonly HubAgent[];
  readonly next?: string | undefined;
};

/** Deployed versions whose scan found something or could not read everything. */
export type DeployedFindings = {
  readonly skills: readonly ({
    readonly name: string;
    readonly version: string;
    readonly verdict?: Verdict | undefined;
    /** The rules that decided, the gravest first. */
    readonly reasons: readonly string[];
  } & SkillSummary["findings"])[];
  readonly total: number;
};

/** How a skill was used. */
export type SkillUsage = {
  readonly skill: string;
  readonly activations: number;
  readonly refusals: number;
  readonly calls: number;
  readonly denials: number;
  readonly failures: number;
  readonly agents: number;
  readonly meanMs: number;
};
export type UsageReport = {
  readonly version: 1;
  readonly days: number;
  readonly skills: readonly SkillUsage[];
  readonly unused: readonly string[];
};

/** An entry of a tenant's audit log. */
export type HubEvent = {
  readonly leaf: number;
  readonly stream: string;
  readonly sequence: number;
  readonly kind: string;
  readonly session: string | null;
  readonly skill: string | null;
  readonly digest: string | null;
  readonly user: string | null;
  readonly agent: string | null;
  readonly outcome: string | null;
  readonly time: string;
  readonly receivedAt: string;
  readonly hash: string;
  /** The line of the agent's log; null once it is erased. */
  readonly line: string | null;
};
export type EventPage = {
  readonly version: 1;
  readonly events: readonly HubEvent[];
  readonly next?: number | undefined;
  readonly names?: PrincipalNames | undefined;
};

const text = z.string().max(10_000);
const count = z.int().min(0);
const permission = z.enum(permissions);

export const aboutSchema: z.ZodType<HubAbout> = z.object({
  name: text,
  key: text,
  provider: text.optional(),
});

export const meSchema: z.ZodType<HubMe> = z.object({
  id: text,
  person: z.object({ id: text, name: text, email: text.optional() }).optional(),
  tenant: text,
  permissions: z.array(permission).max(100),
  grants: z.array(z.object({ tenant: text, team: text, role: z.enum(roles) })).max(10_000),
  scopes: z.array(permission).max(100).optional(),
  hub: z.object({ name: text, key: text }),
  tenants: z.record(text, text).optional(),
});

export const skillSummarySchema: z.ZodType<SkillSummary> = z.object({
  ...{ name: text, tenant: text, team: text, visibility: z.enum(["team", "tenant", "public"]) },
  ...{ description: text, version: text, digest: text, signer: text.nullable() },
  ...{ deprecated: text.nullable(), publishedAt: text, tags: z.array(text).max(1000) },
  ...{ tools: z.array(text).max(10_000).optional(), scripts: count },
  findings: z.object({ error: count, warning: count, info: count }),
  verdict: verdictSchema.optional(),
  score: z.number().optional(),
});

export const skillPageSchema: z.ZodType<SkillPage> = z.object({
  ...{ skills: z.array(skillSummarySchema).max(1000), total: count, next: text.nullable() },
});

const facet = z.object({ value: text, count });
const facets = z.array(facet).max(1000);
export const skillFacetsSchema: z.ZodType<SkillFacets> = z.object({
  ...{ total: count, teams: facets, tags: facets, tools: facets, states: facets, scripts: count },
});

export const agentPageSchema: z.ZodType<AgentPage> = z.object({
  ...{ sequence: count, agents: z.array(hubAgentSchema).max(1000), next: text.optional() },
});

export const deployedFindingsSchema: z.ZodType<DeployedFindings> = z.object({
  skills: z
    .array(
      z.object({
        ...{ name: text, version: text, error: count, warning: count, info: count },
        ...{ verdict: verdictSchema.optional(), reasons: z.array(text).max(100) },
      }),
    )
    .max(1000),
  total: count,
});

const usage = z.object({
  ...{ skill: text, activations: count, refusals: count, calls: count, denials: count },
  ...{ failures: count, agents: count, meanMs: count },
});
export const usageReportSchema: z.ZodType<UsageReport> = z.object({
  version: z.literal(1),
  days: count,
  skills: z.array(usage).max(10_000),
  unused: z.array(text).max(10_000),
});

const event = z.object({
  ...{ leaf: count, stream: text, sequence: count, kind: text, session: text.nullable() },
  ...{ skill: text.nullable(), digest: text.nullable(), user: text.nullable(), agent: text.nullable() },
  ...{ outcome: text.nullable(), time: text, receivedAt: text, hash: text },
  line: z.string().max(1_048_576).nullable(),
});
export const eventPageSchema: z.ZodType<EventPage> = z.object({
  ...{ version: z.literal(1), events: z.array(event).max(1000), next: count.optional() },
  names: principalNamesSchema,
});
