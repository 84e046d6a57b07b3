import type { SkillVersions, VersionDetails } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { useMay } from "../api/use-me.ts";
import { Tabs } from "../ui/tabs.tsx";
import { ChangesTab } from "./changes-tab.tsx";
import { FeedbackTab } from "./feedback-tab.tsx";
import { FilesTab } from "./files-tab.tsx";
import { FindingsTab } from "./findings-tab.tsx";
import { InstallTab } from "./install-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { ProvenanceTab } from "./provenance-tab.tsx";
import type { SetSkillState, SkillState } from "./skill-state.ts";
import { TestsTab } from "./tests-tab.tsx";
import { UseTab } from "./use-tab.tsx";
import { VersionsTab } from "./versions-tab.tsx";

/** What every tab gets. */
export type TabProps = {
  readonly skill: SkillVersions;
  readonly details: VersionDetails;
  readonly state: SkillState;
  readonly setState: SetSkillState;
};

export function SkillTabs(props: TabProps): ReactNode {
  const { skill, details, state, setState } = props;
  const may = useMay();
  const seesUse = may("usage:read");
  const tabs = [
    { id: "overview", title: "Overview", Content: OverviewTab },
    { id: "files", title: "Files", Content: FilesTab, count: details.files.length },
    { id: "versions", title: "Versions", Content: VersionsTab, count: skill.total },
    { id: "changes", title: "Changes", Content: ChangesTab },
    { id: "findings", title: "Findings", Content: FindingsTab, count: details.findings.length },
    { id: "tests", title: "Tests", Content: TestsTab },
    { id: "provenance", title: "Provenance", Content: ProvenanceTab },
    ...(seesUse || may("deployments:read") ? [{ id: "use", title: "In use", Content: UseTab }] : []),
    ...(seesUse ? [{ id: "feedback", title: "Feedback", Content: FeedbackTab }] : []),
    { id: "install", title: "Install", Content: InstallTab },
  ];
  const chosen = tabs.find(({ id }) => id === state.tab) ?? tabs[0];
  if (chosen === undefined) return null;
  const { Content } = chosen;
  return (
    <Tabs
      label="Parts of the skill"
      tabs={tabs.map(({ id, title, count }) => ({ id, title, ...(count ? { count } : {}) }))}
      value={chosen.id}
      onChange={(tab) => setState({ tab, path: "", line: "" }, { isStep: true })}
    >
      <div className="skill-panel">
        <Content {...props} />
      </div>
    </Tabs>
  );
}
