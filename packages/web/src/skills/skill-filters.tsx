import type { Facet } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { Select } from "../ui/field.tsx";
import { formatNumber } from "../ui/format.ts";

/** The values of no filter, as the address has them. */
export const noFilters = { tag: "", team: "", state: "", tool: "", scripts: "" };
type Filters = Readonly<typeof noFilters>;

type SkillFiltersProps = { readonly filters: Filters; readonly onChange: (change: Partial<Filters>) => void };

/** Lists of the values that the skills have. A list without a choice is left out. */
export function SkillFilters({ filters, onChange }: SkillFiltersProps): ReactNode {
  const { data: facets } = useHub("GET /api/v1/skill-facets", {});
  const lists = [
    { name: "tag", label: "Tag", all: "All tags", values: facets?.tags ?? [] },
    { name: "team", label: "Team", all: "All teams", values: facets?.teams ?? [] },
    {
      name: "tool",
      label: "Requested tool",
      all: "All tools",
      values: facets?.tools ?? [],
      special: anyTool,
    },
    { name: "state", label: "State", all: "All states", values: facets?.states ?? [] },
  ] as const;
  const scripts = facets?.scripts ?? 0;
  return (
    <div className="skills-filters">
      {lists.map(({ name, label, all, values, ...rest }) => (
        <FacetSelect
          key={name}
          {...{ label, all, values, ...rest }}
          value={filters[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <Select
        isInline
        label="Scripts"
        value={filters.scripts}
        onChange={(value) => onChange({ scripts: value })}
        options={[
          { value: "", label: "With or without scripts" },
          { value: "yes", label: `With scripts (${formatNumber(scripts)})` },
          { value: "no", label: `Without scripts (${formatNumber((facets?.total ?? 0) - scripts)})` },
        ]}
      />
    </div>
  );
}

const anyTool: Readonly<Record<string, string>> = { "*": "Any tool (unrestricted)" };

type FacetSelectProps = {
  readonly label: string;
  readonly all: string;
  readonly values: readonly Facet[];
  readonly special?: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function FacetSelect({ label, all, values, special = {}, value, onChange }: FacetSelectProps): ReactNode {
  // A value from a link stays visible, even if no skill has it.
  const isKnown = value === "" || values.some((one) => one.value === value);
  if (values.length < 2 && isKnown && value === "") return null;
  const options = values.map((one) => ({
    value: one.value,
    label: `${special[one.value] ?? one.value} (${formatNumber(one.count)})`,
  }));
  const extra = isKnown ? [] : [{ value, label: value }];
  return (
    <Select
      isInline
      {...{ label, value, onChange }}
      options={[{ value: "", label: all }, ...extra, ...options]}
    />
  );
}
