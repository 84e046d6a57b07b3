import { z } from "zod";
import type { Facet, SkillUsage } from "./answers.ts";
import { type PrincipalNames, principalNamesSchema } from "./governance.ts";

// What a hub answers about activity and use. Times are ISO 8601.

/** `GET audit/facets`: the values that entries have, the most frequent first, with the number of entries of each. */
export type AuditFacets = {
  readonly version: 1;
  /** Entries that match the whole filter. */
  readonly total: number;
  /** The part of the log that was counted: the newest entries. */
  readonly counted: { readonly from: number; readonly to: number };
  /** Each list follows the filter except for its own field, so that other values stay visible. */
  readonly skills: readonly Facet[];
  readonly outcomes: readonly Facet[];
  readonly kinds: readonly Facet[];
  readonly agents: readonly Facet[];
  readonly users: readonly Facet[];
  readonly tools: readonly Facet[];
  /** Of the agents and users. */
  readonly names?: PrincipalNames | undefined;
};

/** `GET audit/integrity`: whether a part of the log is what its hashes say. */
export type AuditIntegrity = {
  readonly version: 1;
  readonly size: number;
  /** The root of the tree, in Base64. */
  readonly root: string;
  /** When this was checked. */
  readonly checkedAt: string;
  readonly checked: { readonly from: number; readonly to: number };
  readonly sound: boolean;
  readonly faults: readonly { readonly kind: string; readonly leaf?: number | undefined }[];
  /** Size and root as the hub has signed them last; absent in an empty log. */
  readonly checkpoint?: { readonly note: string; readonly signedAt: string } | undefined;
  /** The log's public key, as signed notes have it: `NAME+HASH+KEY`. */
  readonly key: string;
};

export type UsageCounts = Pick<SkillUsage, "activations" | "calls" | "denials" | "failures">;

/** Activations in each unit of time. */
export type UsageSeries = { readonly name: string; readonly activations: readonly number[] };

/** `GET usage-overview`: how skills were used in some days, in numbers that fit on a page. */
export type UsageOverview = {
  readonly version: 1;
  readonly days: number;
  readonly unit: "hour" | "day";
  readonly totals: UsageCounts & {
    readonly skills: number;
    readonly agents: number;
    readonly meanMs: number;
  };
  /** The start of each unit, the oldest first, and what happened in it. */
  readonly times: readonly string[];
  readonly counts: readonly UsageCounts[];
  /** The most active ones. A team without a name owns what belongs to no team, or is not published here. */
  readonly agents: readonly (UsageCounts & { readonly name: string })[];
  readonly teams: readonly (UsageCounts & { readonly name: string })[];
  readonly names?: PrincipalNames | undefined;
  readonly agentSeries: readonly UsageSeries[];
  readonly teamSeries: readonly UsageSeries[];
  /** Skills that take long on average, whose calls fail, and whose calls are refused. */
  readonly slow: readonly SkillUsage[];
  readonly failing: readonly SkillUsage[];
  readonly denied: readonly SkillUsage[];
  /** What refused calls, the most frequent first. */
  readonly rules: readonly {
    readonly skill: string;
    readonly layer: string;
    readonly rule: string;
    readonly calls: number;
  }[];
};

export type ListingCost = { readonly skills: number; readonly bytes: number; readonly tokens: number };

/** `GET catalog-report`: what skills cost before they are used, and which of them may not be needed. */
export type CatalogReport = {
  readonly version: 1;
  readonly days: number;
  /** What a model reads if every skill is listed with its whole description. */
  readonly listing: {
    readonly offered: ListingCost;
    readonly deployed: ListingCost;
    /** Bytes that agents give the list if nothing else is set; longer lists are shortened to fit. */
    readonly budget: number;
    readonly largest: readonly {
      readonly skill: string;
      readonly bytes: number;
      readonly deployed: boolean;
      readonly activations: number;
    }[];
  };
  /** Skills without an activation in these days; the list has the oldest of them. */
  readonly unused: {
    readonly total: number;
    readonly skills: readonly {
      readonly name: string;
      readonly team: string;
      readonly publishedAt: string;
      readonly deployed: boolean;
    }[];
  };
  /** Pairs of skills that the same requests find. Of large catalogs, only a part is compared. */
  readonly overlaps: {
    readonly compared: number;
    readonly pairs: readonly { readonly names: readonly [string, string]; readonly score: number }[];
  };
};

const text = z.string().max(10_000);
const count = z.int().min(0);
const facets = z.array(z.object({ value: text, count })).max(1000);
const span = z.object({ from: count, to: count });

export const auditFacetsSchema: z.ZodType<AuditFacets> = z.object({
  ...{ version: z.literal(1), total: count, counted: span },
  ...{ skills: facets, outcomes: facets, kinds: facets, agents: facets, users: facets, tools: facets },
  names: principalNamesSchema,
});

export const auditIntegritySchema: z.ZodType<AuditIntegrity> = z.object({
  ...{ version: z.literal(1), size: count, root: text, checkedAt: text, checked: span, sound: z.boolean() },
  faults: z.array(z.object({ kind: text, leaf: count.optional() })).max(10_000),
  checkpoint: z.object({ note: text, signedAt: text }).optional(),
  key: text,
});

const counts = z.object({ activations: count, calls: count, denials: count, failures: count });
const named = z.array(counts.extend({ name: text })).max(1000);
const series = z.array(z.object({ name: text, activations: z.array(count).max(1000) })).max(10);
const usages = z
  .array(counts.extend({ skill: text, refusals: count, agents: count, meanMs: count }))
  .max(1000);

export const usageOverviewSchema: z.ZodType<UsageOverview> = z.object({
  ...{ version: z.literal(1), days: count, unit: z.enum(["hour", "day"]) },
  totals: counts.extend({ skills: count, agents: count, meanMs: count }),
  ...{ times: z.array(text).max(1000), counts: z.array(counts).max(1000) },
  ...{ agents: named, teams: named, agentSeries: series, teamSeries: series },
  ...{ slow: usages, failing: usages, denied: usages, names: principalNamesSchema },
  rules: z.array(z.object({ skill: text, layer: text, rule: text, calls: count })).max(1000),
});

const cost = z.object({ skills: count, bytes: count, tokens: count });
export const catalogReportSchema: z.ZodType<CatalogReport> = z.object({
  ...{ version: z.literal(1), days: count },
  listing: z.object({
    ...{ offered: cost, deployed: cost, budget: count },
    largest: z
      .array(z.object({ skill: text, bytes: count, deployed: z.boolean(), activations: count }))
      .max(1000),
  }),
  unused: z.object({
    total: count,
    skills: z.array(z.object({ name: text, team: text, publishedAt: text, deployed: z.boolean() })).max(1000),
  }),
  overlaps: z.object({
    compared: count,
    pairs: z.array(z.object({ names: z.tuple([text, text]), score: z.number() })).max(1000),
  }),
});
