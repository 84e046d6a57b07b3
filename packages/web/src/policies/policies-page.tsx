import { type ReactNode, useState } from "react";
import { useHub } from "../api/use-hub.ts";
import { useMay, useMe } from "../api/use-me.ts";
import { useUrlState } from "../state/use-url-state.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { NoPermission } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { InForce } from "./in-force.tsx";
import "./policies-page.css";
import { PolicyEditor } from "./policy-editor.tsx";
import { toYaml } from "./to-yaml.ts";
import { TryCall } from "./try-call.tsx";
import { Versions } from "./versions.tsx";

const defaults = {
  ...{ tab: "active", version: "", against: "", from: "", view: "form" },
  ...{ call: "", skill: "", under: "" },
};

/** What agents and skills may do: what is in force, new versions and what they would change, and single calls. */
export function PoliciesPage(): ReactNode {
  const [state, setState] = useUrlState(defaults);
  const [draft, setDraft] = useState<string>();
  const mayWrite = useMay()("policies:write");
  const isEditing = state.tab === "edit";
  const tabs = [
    { id: "active", title: "In force" },
    { id: "versions", title: "Versions" },
    { id: "try", title: "Try a call" },
    ...(mayWrite || isEditing ? [{ id: "edit", title: "Edit" }] : []),
  ];
  const shown = tabs.find(({ id }) => id === state.tab)?.id ?? "active";
  return (
    <Page
      title="Policies"
      description="What skills are approved and which tool calls agents may make. A change is a new version that is activated."
    >
      <Tabs
        label="Policies"
        tabs={tabs}
        value={shown}
        onChange={(tab) => setState({ tab, against: "" }, { isStep: true })}
      >
        {shown === "active" && <InForce mayWrite={mayWrite} />}
        {shown === "versions" && (
          <Versions version={state.version} against={state.against} mayWrite={mayWrite} onChange={setState} />
        )}
        {shown === "try" && <TryCall {...{ state, onChange: setState }} />}
        {shown === "edit" &&
          (mayWrite ? (
            <Start from={state.from}>
              {(start) => (
                <PolicyEditor
                  text={draft ?? start}
                  isChanged={draft !== undefined && draft !== start}
                  view={state.view}
                  onView={(view) => setState({ view })}
                  onChange={setDraft}
                  onSaved={(version) => {
                    setDraft(undefined);
                    setState({ tab: "versions", version: String(version), from: "" }, { isStep: true });
                  }}
                />
              )}
            </Start>
          ) : (
            <NoPermission>Your role may read policies, but not change them.</NoPermission>
          ))}
      </Tabs>
    </Page>
  );
}

type StartProps = { readonly from: string; readonly children: (text: string) => ReactNode };

/** The text that editing starts from: a version of the address, else what is in force here. */
function Start({ from, children }: StartProps): ReactNode {
  const tenant = useMe()?.tenant;
  const policies = useHub("GET /api/v1/policies", {});
  return (
    <Loaded of={policies}>
      {({ policies: all }) => {
        const own = all.filter((one) => one.tenant === tenant);
        const start = own.find(({ version }) => String(version) === from) ?? own.find((one) => one.isActive);
        return children(toYaml(start?.policy ?? { version: 1 }));
      }}
    </Loaded>
  );
}
