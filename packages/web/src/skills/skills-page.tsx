import LayoutGrid from "lucide-react/icons/layout-grid";
import Rows3 from "lucide-react/icons/rows-3";
import { type ReactNode, useDeferredValue } from "react";
import { useUrlState } from "../state/use-url-state.ts";
import { SearchField } from "../ui/field.tsx";
import { Page } from "../ui/page.tsx";
import { Switch } from "../ui/switch.tsx";
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
      actions={
        <Switch
          label="View"
          value={state.view === "table" ? "table" : "cards"}
          onChange={(view) => setState({ view })}
          options={[
            { value: "cards", label: "Cards", icon: LayoutGrid },
            { value: "table", label: "Table", icon: Rows3 },
          ]}
        />
      }
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
