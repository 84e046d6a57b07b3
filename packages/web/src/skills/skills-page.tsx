import LayoutGrid from "lucide-react/icons/layout-grid";
import Rows3 from "lucide-react/icons/rows-3";
import { type ReactNode, useDeferredValue } from "react";
import { useUrlState } from "../state/use-url-state.ts";
import { IconButton } from "../ui/button.tsx";
import { SearchField } from "../ui/field.tsx";
import { Page } from "../ui/page.tsx";
import { noFilters, SkillFilters } from "./skill-filters.tsx";
import { SkillResults } from "./skill-results.tsx";
import "./skills-page.css";

const defaults = { q: "", view: "cards", ...noFilters };
export type SkillsState = typeof defaults;

/** Every skill that the user may see: searched as they type, narrowed by filters, as cards or as a table. */
export function SkillsPage(): ReactNode {
  const [state, setState] = useUrlState(defaults);
  // Typing stays fluent while the results of the last letters are drawn.
  const shown = useDeferredValue(state);
  return (
    <Page
      title="Skills"
      description="Skills of your teams and of the enterprise, as agents find them."
      actions={<ViewSwitch view={state.view} onChange={(view) => setState({ view })} />}
    >
      <div className="skills-tools">
        <SearchField
          label="Search skills"
          placeholder="Describe a task, or type a name"
          value={state.q}
          onChange={(q) => setState({ q })}
        />
        <SkillFilters filters={state} onChange={setState} />
      </div>
      <SkillResults state={shown} onReset={() => setState({ q: "", ...noFilters })} />
    </Page>
  );
}

type ViewSwitchProps = { readonly view: string; readonly onChange: (view: string) => void };

function ViewSwitch({ view, onChange }: ViewSwitchProps): ReactNode {
  return (
    <fieldset className="skills-view">
      <legend className="unseen">View</legend>
      <IconButton
        icon={LayoutGrid}
        label="Cards"
        aria-pressed={view !== "table"}
        onClick={() => onChange("cards")}
      />
      <IconButton
        icon={Rows3}
        label="Table"
        aria-pressed={view === "table"}
        onClick={() => onChange("table")}
      />
    </fieldset>
  );
}
