import type { PromptFormat } from "../prompt/to-prompt.ts";
import type { Placement } from "./frame.ts";
import type { ListedSkill } from "./listed-skill.ts";

/**
 * How much of the skills a model sees: all of it; descriptions cut short; some or all by name only; a few, and how to
 * search for the rest; nothing, because there is no skill or no room.
 */
export type ListingTier = "full" | "truncated" | "names" | "search" | "none";

/** Skills that something was left out of: how many, and the first of their ids. */
export type LeftOut = { readonly count: number; readonly ids: readonly string[] };

export type ListingEntry = { readonly skill: ListedSkill; readonly text: string };

/** What a model sees of the skills before it uses one. */
export type Listing = {
  /** Empty when there is nothing to list; then the skill tool should not be offered either. */
  readonly text: string;
  readonly tier: ListingTier;
  readonly placement: Placement;
  readonly format: PromptFormat;
  /** Of the text as UTF-8; never more than the budget. */
  readonly bytes: number;
  /** An estimate. */
  readonly tokens: number;
  /** How many skills the text names. */
  readonly listed: number;
  /** The skills in the text and their words in it, by id. */
  readonly entries: readonly ListingEntry[];
  /** The sentence about the skills that are not listed; empty when all are. */
  readonly more: string;
  readonly dropped: {
    /** Descriptions cut short. */
    readonly shortened: LeftOut;
    /** Listed by name only. */
    readonly descriptions: LeftOut;
    /** Not listed. */
    readonly skills: LeftOut;
  };
};
