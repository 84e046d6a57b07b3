import type { SkillSummary } from "@skillwright/core/registry";
import SearchX from "lucide-react/icons/search-x";
import { type ReactNode, useCallback } from "react";
import { useHubPages } from "../api/use-hub.ts";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { VirtualList } from "../ui/virtual-list.tsx";
import { noFilters } from "./skill-filters.tsx";
import { SkillCard, SkillRow, SkillRowHead } from "./skill-item.tsx";
import type { SkillsState } from "./skills-page.tsx";

type SkillResultsProps = { readonly state: SkillsState; readonly onReset: () => void };

/** The skills of a search or a filter, loaded as the user scrolls. */
export function SkillResults({ state, onReset }: SkillResultsProps): ReactNode {
  const { view, q, ...filters } = state;
  const isSearch = q.trim() !== "";
  const all = useHubPages("GET /api/v1/skills", { query: { ...filters, limit } }, { isEnabled: !isSearch });
  const found = useHubPages(
    "GET /api/v1/search",
    { query: { ...filters, q, limit } },
    { isEnabled: isSearch },
  );
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = isSearch ? found : all;
  const skills = data?.pages.flatMap((page) => page.skills) ?? [];
  const loaded = skills.length;
  const loadMore = useCallback(
    (index: number): void => {
      if (hasNextPage && !isFetchingNextPage && index + limit / 2 >= loaded) void fetchNextPage();
    },
    [hasNextPage, isFetchingNextPage, fetchNextPage, loaded],
  );
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={9} />;
  const total = data.pages.at(-1)?.total ?? 0;
  const isNarrowed =
    isSearch || Object.keys(noFilters).some((name) => filters[name as keyof typeof noFilters] !== "");
  if (total === 0) return <NoSkills isNarrowed={isNarrowed} onReset={onReset} />;
  return (
    <div>
      <p className="skills-count" role="status">
        {hasNextPage && isSearch
          ? `The best ${loaded} of at least ${total} skills`
          : formatCount(total, "skill")}
      </p>
      <List {...{ view, skills, onSeen: loadMore, count: isSearch ? loaded : total }} />
    </div>
  );
}

const limit = 100;

type ListProps = {
  readonly view: string;
  readonly skills: readonly SkillSummary[];
  readonly count: number;
  readonly onSeen: (index: number) => void;
};

function List({ view, skills, count, onSeen }: ListProps): ReactNode {
  if (view !== "table")
    return (
      <VirtualList
        {...{ label: "Skills", count, onSeen, rowHeight: 176, gap: 12, minWidth: 300 }}
        item={(index) => <SkillCard skill={skills[index]} />}
      />
    );
  return (
    <div className="skill-rows">
      <SkillRowHead />
      <VirtualList
        {...{ label: "Skills", count, onSeen, rowHeight: 48 }}
        item={(index) => <SkillRow skill={skills[index]} />}
      />
    </div>
  );
}

function NoSkills({ isNarrowed, onReset }: { isNarrowed: boolean; onReset: () => void }): ReactNode {
  if (!isNarrowed)
    return (
      <EmptyState title="No skills yet">
        Publish one with <code>skillwright publish PATH --to hub</code>. It appears here once the policies
        accept it.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title="No skill matches"
      actions={<Button onClick={onReset}>Clear search and filters</Button>}
    >
      Try other words, or fewer filters.
    </EmptyState>
  );
}
