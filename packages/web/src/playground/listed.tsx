import type { ListingPreview } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { formatBytes, formatCount, formatNumber } from "../ui/format.ts";
import { EmptyState } from "../ui/states.tsx";
import { StageTitle } from "./stage-title.tsx";

/** Stage 1: what is in the context before anything is asked. */
export function Listed({ listing }: { readonly listing: ListingPreview }): ReactNode {
  const { text, bytes, tokens, budget, listed, skills } = listing;
  return (
    <Card
      title={<StageTitle number={1}>What is listed</StageTitle>}
      actions={
        <span className="stage-figure number">
          {formatBytes(bytes)} of {formatBytes(budget)}, about {formatCount(tokens, "token")}
        </span>
      }
    >
      {text === "" ? (
        <EmptyState isSmall title="Nothing is listed">
          {skills === 0
            ? "There is no skill that models may choose."
            : "There is not enough room for a list."}
        </EmptyState>
      ) : (
        <div className="stage-body">
          <meter
            className="stage-meter"
            min={0}
            max={budget}
            value={bytes}
            aria-label="Room that the list takes"
          >
            {formatBytes(bytes)}
          </meter>
          <p className="stage-text">
            {formatNumber(listed)} of {formatCount(skills, "skill")} {tiers[listing.tier]}
            {listing.shortened > 0 && `; ${formatCount(listing.shortened, "description")} shortened`}
            {listing.namesOnly > 0 && `; ${formatNumber(listing.namesOnly)} by name only`}.
          </p>
          <div className="stage-code">
            <CodeBlock text={text} />
          </div>
        </div>
      )}
    </Card>
  );
}

const tiers: Readonly<Record<ListingPreview["tier"], string>> = {
  full: "with full descriptions",
  truncated: "with descriptions that fit",
  names: "at least by name",
  search: "that fit the task; the model searches for the others",
  none: "",
};
