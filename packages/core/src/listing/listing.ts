import type { PromptFormat } from "../prompt/to-prompt.ts";
import type { Placement } from "./list-wrapper.ts";
import type { ListedSkill } from "./listed-skill.ts";

/**
 * What a listing contains: everything; shortened descriptions; some or all skills by name only; a few skills and how to
 * search for the rest; or nothing, because there are no skills or no room.
 */
export type ListingTier = "full" | "truncated" | "names" | "search" | "none";

/** Affected skills: their number and the first ids. */
export type LeftOut = { readonly count: number; readonly ids: readonly string[] };

export type ListingEntry = { readonly skill: ListedSkill; readonly text: string };

/** The list of skills that a model sees before it activates one. */
export type Listing = {
  /** Empty if there is nothing to list; do not offer the skill tool then. */
  readonly text: string;
  readonly tier: ListingTier;
  readonly placement: Placement;
  readonly format: PromptFormat;
  /** Size of the text in UTF-8; never more than the budget. */
  readonly bytes: number;
  /** An estimate. */
  readonly tokens: number;
  /** Number of skills in the text. */
  readonly listed: number;
  /** The listed skills and their entries, sorted by id. */
  readonly entries: readonly ListingEntry[];
  /** The sentence about unlisted skills; empty if all are listed. */
  readonly more: string;
  readonly dropped: {
    /** Shortened descriptions. */
    readonly shortened: LeftOut;
    /** Listed by name only. */
    readonly descriptions: LeftOut;
    /** Not listed. */
    readonly skills: LeftOut;
  };
};
