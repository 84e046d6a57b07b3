import type { AuditFacets, Facet } from "@skillwright/core/registry";
import { type ReactNode, useState } from "react";
import { useHub } from "../api/use-hub.ts";
import { Button } from "../ui/button.tsx";
import { formatCompact, formatNumber } from "../ui/format.ts";
import type { ActivityState, FilterName } from "./activity-filters.ts";
import { valueWords } from "./event-words.ts";

type FacetPanelProps = {
  readonly state: ActivityState;
  readonly query: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<ActivityState>) => void;
};

type FacetField = Exclude<FilterName, "session">;
type FacetList = {
  readonly name: FacetField;
  readonly title: string;
  readonly of: keyof Pick<AuditFacets, "outcomes" | "kinds" | "skills" | "tools" | "agents" | "users">;
};

const lists: readonly FacetList[] = [
  { name: "outcome", title: "Outcome", of: "outcomes" },
  { name: "skill", title: "Skill", of: "skills" },
  { name: "tool", title: "Tool", of: "tools" },
  { name: "agent", title: "Agent", of: "agents" },
  { name: "user", title: "User", of: "users" },
  { name: "kind", title: "Event", of: "kinds" },
];

/** The values that entries have, with their numbers. A click narrows the list, a second one widens it again. */
export function FacetPanel({ state, query, onChange }: FacetPanelProps): ReactNode {
  const { data } = useHub("GET /api/v1/audit/facets", { query }, { keepsPrevious: true });
  const isPart = data !== undefined && data.counted.from > 0;
  return (
    <div className="facets">
      {lists.map(({ name, title, of }) => (
        <FacetSection
          key={name}
          title={title}
          words={(value) => valueWords(name, value, data?.names)}
          facets={data?.[of] ?? []}
          value={state[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {isPart && (
        <p className="facets-note">
          Counts are of the newest {formatNumber(data.counted.to - data.counted.from)} entries.
        </p>
      )}
    </div>
  );
}

type FacetSectionProps = {
  readonly title: string;
  readonly facets: readonly Facet[];
  readonly value: string;
  readonly words: (value: string) => string;
  readonly onChange: (value: string) => void;
};

function FacetSection({ title, facets, value, words, onChange }: FacetSectionProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  // A value from a link stays visible, even if nothing has it.
  const known = facets.some((one) => one.value === value) || value === "";
  const all = known ? facets : [{ value, count: 0 }, ...facets];
  if (all.length === 0) return null;
  const shown = isOpen ? all : all.filter((one, index) => index < few || one.value === value);
  return (
    <fieldset className="facet">
      <legend>{title}</legend>
      {shown.map((one) => (
        <button
          key={one.value}
          type="button"
          className="facet-value"
          aria-pressed={one.value === value}
          title={one.value}
          onClick={() => onChange(one.value === value ? "" : one.value)}
        >
          <span className="clip">{words(one.value)}</span>
          <span className="number">{formatCompact(one.count)}</span>
        </button>
      ))}
      {all.length > shown.length && (
        <Button kind="plain" onClick={() => setOpen(true)}>
          {all.length - shown.length} more
        </Button>
      )}
    </fieldset>
  );
}

const few = 6;
