import { limits } from "../limits.ts";
import type { PromptFormat } from "../prompt/to-prompt.ts";
import { compact } from "../text/compact.ts";
import { listingLimits } from "./limits.ts";
import type { ListSettings } from "./list-layout.ts";
import type { Placement } from "./list-wrapper.ts";
import type { ListedSkill } from "./listed-skill.ts";
import { createRanking, type RankingOptions } from "./ranking.ts";

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

export type ListingOptions = RankingOptions & {
  readonly placement: Placement;
  /** Default: quoted lines in a tool, elements in a system prompt, attributes in a message. */
  readonly format?: PromptFormat;
  /** The tighter of the two applies. Below `listingLimits.listingMinimumBytes` the listing may be empty. */
  readonly budget?: ListingBudget;
  /**
   * How a model opens a skill: with the skill tool (default, and always in that tool's own description), or by reading
   * the file, whose location is then listed.
   */
  readonly access?: "tool" | "file";
  readonly includeLocation?: boolean;
  readonly includeTags?: boolean;
  /** Length of the tool description around the list. Default: full if the budget allows. */
  readonly wording?: "full" | "short";
  /** Name of the tool that opens a skill. Default: `skill`. */
  readonly skillTool?: string;
  /** Name of the search tool. Default: `skills_search`, or none for a model that reads files. */
  readonly searchTool?: string;
};

/** Default: `listingLimits.listingBytes`, or `generousListingBytes` with the full wording. */
type ListingBudget = { readonly bytes?: number; readonly tokens?: number };

const formats: Readonly<Record<Placement, PromptFormat>> = {
  tool: "quoted-lines",
  system: "nested",
  message: "attributes",
};

/** Options with defaults filled in. */
export function resolveListingOptions(options: ListingOptions): ListSettings {
  const { placement, format = formats[placement], wording } = options;
  const { includeLocation = false, includeTags = false, skillTool = "skill" } = options;
  const access = placement === "tool" ? "tool" : (options.access ?? "tool");
  return {
    placement,
    format,
    access,
    ...compact({ wording }),
    skillTool,
    searchTool: options.searchTool ?? (access === "tool" ? "skills_search" : undefined),
    includeLocation: includeLocation || access === "file",
    includeTags,
    budget: bytesWithin(options.budget, wording),
    ranking: createRanking(options),
  };
}

function bytesWithin({ bytes, tokens }: ListingBudget = {}, wording?: "full" | "short"): number {
  if (bytes === undefined && tokens === undefined)
    return wording === "full" ? listingLimits.generousListingBytes : listingLimits.listingBytes;
  // A text never has more characters than bytes, so its estimated tokens stay within the budget too.
  const inTokens = (tokens ?? Number.POSITIVE_INFINITY) * limits.charactersPerToken;
  const smaller = Math.min(bytes ?? Number.POSITIVE_INFINITY, inTokens);
  return Number.isNaN(smaller) ? 0 : smaller;
}

/** Estimates tokens from characters: good enough to compare and warn, and the same for every model. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / limits.charactersPerToken);
}
