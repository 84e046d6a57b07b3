import type { MatchedWord, SearchField } from "@skillwright/core/catalog";
import type { SkillSummary } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/states.tsx";
import { StageTitle } from "./stage-title.tsx";

/** A skill of the hub, or the name of a pasted one. */
type Match = {
  readonly skill?: SkillSummary;
  readonly name?: string;
  readonly score: number;
  readonly words: readonly MatchedWord[];
  readonly isForPeople: boolean;
};

type MatchedProps = {
  readonly matches: readonly Match[];
  readonly threshold: number;
  readonly hasTask: boolean;
  readonly chosen: string;
  readonly onChoose?: ((name: string) => void) | undefined;
};

/** Stage 2: the catalog's ranking, with the words that led to it. */
export function Matched({ matches, threshold, hasTask, chosen, onChoose }: MatchedProps): ReactNode {
  return (
    <Card
      title={<StageTitle number={2}>What is matched, and why</StageTitle>}
      actions={<span className="stage-figure">Suggested at {percent(threshold)} or more</span>}
      isFlush
    >
      {!hasTask || matches.length === 0 ? (
        <EmptyState isSmall title={hasTask ? "No skill matches" : "Describe a task"}>
          {hasTask
            ? "No skill has any of these words. Skills match by their name, description, tags and text."
            : "The best skills for it appear here with the words that matched."}
        </EmptyState>
      ) : (
        <ol className="matches">
          {matches.map((match) => {
            const name = match.skill?.name ?? match.name ?? "";
            return (
              <li key={name} className={name === chosen ? "match match-chosen" : "match"}>
                <MatchHead {...{ name, match, threshold, onChoose, isChosen: name === chosen }} />
                <Words words={match.words} />
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}

type MatchHeadProps = Pick<MatchedProps, "threshold" | "onChoose"> & {
  readonly name: string;
  readonly match: Match;
  readonly isChosen: boolean;
};

function MatchHead({ name, match, threshold, onChoose, isChosen }: MatchHeadProps): ReactNode {
  const { score, isForPeople, skill } = match;
  return (
    <div className="match-head">
      {onChoose === undefined ? (
        <strong className="clip">{name}</strong>
      ) : (
        <button
          type="button"
          className="match-name clip"
          aria-pressed={isChosen}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      )}
      {skill !== undefined && <span className="soft number">{skill.version}</span>}
      <span className="match-score">
        <Suggested {...{ isForPeople }} isStrong={score >= threshold} />
        <meter min={0} max={1} value={score} aria-label={`How well ${name} fits`}>
          {percent(score)}
        </meter>
        <span className="number">{percent(score)}</span>
      </span>
    </div>
  );
}

function Suggested({
  isForPeople,
  isStrong,
}: {
  readonly isForPeople: boolean;
  readonly isStrong: boolean;
}): ReactNode {
  if (isForPeople) return <Badge title="Its author wants only people to start it">for people only</Badge>;
  return isStrong ? <Badge tone="good">suggested</Badge> : <Badge>too weak</Badge>;
}

const places: Readonly<Record<SearchField, string>> = {
  ...{ name: "name", description: "description", tags: "tags" },
  ...{ headings: "headings", body: "text", code: "code" },
};

/** The strongest place of each word; all of them on hover. */
function Words({ words }: { readonly words: readonly MatchedWord[] }): ReactNode {
  const missing = words.filter(({ fields }) => fields.length === 0);
  return (
    <ul className="match-words">
      {words.map(({ word, fields: [first, ...others] }) =>
        first === undefined ? null : (
          <li key={word} title={[first, ...others].map((field) => places[field]).join(", ")}>
            <strong>{word}</strong> {places[first]}
            {others.length > 0 && ` +${others.length}`}
          </li>
        ),
      )}
      {missing.length > 0 && (
        <li className="match-missing">without {missing.map(({ word }) => word).join(", ")}</li>
      )}
    </ul>
  );
}

function percent(score: number): string {
  return `${Math.round(score * 100)}%`;
}
