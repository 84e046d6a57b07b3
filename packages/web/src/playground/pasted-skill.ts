import { parseSkill } from "@skillwright/core";
import { renderActivation } from "@skillwright/core/activate";
import {
  createAnalyzer,
  createSearchIndex,
  explainMatch,
  type MatchedWord,
  rankSkills,
  searchDefaults,
  toSearchDocument,
} from "@skillwright/core/catalog";
import { createListing, estimateTokens } from "@skillwright/core/listing";
import type { ActivationPreview, ListingPreview } from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";

export type PastedPreview = {
  readonly listing: ListingPreview;
  readonly match: { readonly score: number; readonly words: readonly MatchedWord[] };
  readonly threshold: number;
  readonly activation: ActivationPreview;
  /** What keeps agents from finding or using it. */
  readonly problems: readonly string[];
  readonly isForPeople: boolean;
};

type PastedOptions = { readonly task: string; readonly budget: number };

/** The three stages of a SKILL.md that is not on the hub, computed here by the same functions. */
export function previewPasted(text: string, { task, budget }: PastedOptions): PastedPreview {
  const parsed = parseSkill(text.slice(0, mostCharacters));
  const { manifest, bodySpan } = parsed;
  const { name = "pasted-skill", description = "", disableModelInvocation: isForPeople = false } = manifest;
  const document = { ...toSearchDocument(parsed), name };
  const [hit] = rankSkills(createSearchIndex([createAnalyzer()(document)]), task, { limit: 1 });
  const listed = isForPeople ? [] : [{ id: name, description }];
  const listing = createListing(listed, { placement: "tool", budget: { bytes: budget } });
  const activation = renderActivation({ name, body: parsed.text.slice(bodySpan.start, bodySpan.end) });
  return {
    listing: {
      ...{ text: listing.text, tier: listing.tier, bytes: listing.bytes, tokens: listing.tokens, budget },
      ...{ skills: listed.length, listed: listing.listed },
      ...{ shortened: listing.dropped.shortened.count, namesOnly: listing.dropped.descriptions.count },
    },
    match: { score: hit?.score ?? 0, words: explainMatch(task, document) },
    threshold: searchDefaults.threshold,
    activation: {
      ...{ name, version: "", text: activation.text, bytes: activation.bytes, files: [] },
      ...{ tokens: estimateTokens(activation.text), truncated: activation.truncated },
      ...compact({
        allowedTools: manifest.requestedTools?.map((one) => one.text),
        disallowedTools: manifest.disallowedTools?.map((one) => one.text),
      }),
    },
    problems: [
      ...(parsed.frontmatter === undefined ? ["It has no frontmatter between lines of ---."] : []),
      ...(manifest.name === undefined ? ["It has no name."] : []),
      ...(description === "" ? ["It has no description, so agents will not find it."] : []),
    ],
    isForPeople,
  };
}

/** Larger files are refused by every client anyway. */
const mostCharacters = 1_000_000;

export const sampleSkill = `---
name: meeting-notes
description: Turn a transcript into meeting notes with decisions, actions and owners. Use when the user has a transcript, recording or chat of a meeting.
allowed-tools: Read Write Bash(git log:*)
---

# Meeting notes

1. Read the transcript.
2. List decisions, actions and open questions, each with its owner.
3. Write the notes to a file next to the transcript.
`;
