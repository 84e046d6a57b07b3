import { z } from "zod";
import type { ListingTier } from "../listing/listing.ts";
import type { MatchedWord } from "../search/explain-match.ts";
import { searchFields } from "../search/search-fields.ts";
import { type SkillSummary, skillSummarySchema } from "./answers.ts";

// What an agent would see of a hub's skills, stage by stage.

/** `GET task-preview`: what an agent with all these skills would be offered for a task. */
export type TaskPreview = {
  /** The list of skills in the description of the skill tool. */
  readonly listing: ListingPreview;
  /** The skills that fit best, the best first. */
  readonly matches: readonly TaskMatch[];
  /** Skills with a lower score are not suggested. */
  readonly threshold: number;
};

export type ListingPreview = {
  readonly text: string;
  readonly tier: ListingTier;
  readonly bytes: number;
  /** An estimate. */
  readonly tokens: number;
  readonly budget: number;
  /** Skills that may be listed, those that are, and those whose descriptions are shorter or left out. */
  readonly skills: number;
  readonly listed: number;
  readonly shortened: number;
  readonly namesOnly: number;
};

export type TaskMatch = {
  readonly skill: SkillSummary;
  /** From 0 to 1. */
  readonly score: number;
  readonly words: readonly MatchedWord[];
  /** Its author wants only people to start it, so it is not suggested to models. */
  readonly isForPeople: boolean;
};

/** `GET skills/NAME/versions/VERSION/activation`: what a model gets when it uses the skill. */
export type ActivationPreview = {
  readonly name: string;
  readonly version: string;
  readonly text: string;
  readonly bytes: number;
  /** An estimate. */
  readonly tokens: number;
  readonly truncated: boolean;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** As the author wrote them; absent if the skill restricts nothing. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
};

const text = z.string().max(10_000);
const texts = z.array(text).max(10_000);
const count = z.int().min(0);
/** Instructions and the names of files have limits of their own. */
const rendered = z.string().max(1_000_000);

export const taskPreviewSchema: z.ZodType<TaskPreview> = z.object({
  listing: z.object({
    ...{ text: rendered, tier: z.enum(["full", "truncated", "names", "search", "none"]) },
    ...{ bytes: count, tokens: count, budget: count },
    ...{ skills: count, listed: count, shortened: count, namesOnly: count },
  }),
  matches: z
    .array(
      z.object({
        ...{ skill: skillSummarySchema, score: z.number(), isForPeople: z.boolean() },
        words: z.array(z.object({ word: text, fields: z.array(z.enum(searchFields)) })).max(1000),
      }),
    )
    .max(100),
  threshold: z.number(),
});

export const activationPreviewSchema: z.ZodType<ActivationPreview> = z.object({
  ...{ name: text, version: text, text: rendered, bytes: count, tokens: count, truncated: z.boolean() },
  files: z.array(z.object({ path: text, size: count })).max(100_000),
  ...{ allowedTools: texts.optional(), disallowedTools: texts.optional() },
});
