import type { Permission } from "@skillwright/core/registry";
import type { LucideIcon } from "lucide-react";
import Activity from "lucide-react/icons/activity";
import Blocks from "lucide-react/icons/blocks";
import ChartLine from "lucide-react/icons/chart-line";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import FlaskConical from "lucide-react/icons/flask-conical";
import House from "lucide-react/icons/house";
import Rocket from "lucide-react/icons/rocket";
import Scale from "lucide-react/icons/scale";
import Settings from "lucide-react/icons/settings";
import SquarePen from "lucide-react/icons/square-pen";
import type { ComponentType } from "react";

export type PageEntry = {
  /** A pattern of wouter: `/skills/:name`. */
  readonly path: string;
  /** In the menu. */
  readonly title: string;
  /** The heading in the menu; pages without one come first. */
  readonly group?: string;
  /** Pages without an icon are not in the menu. */
  readonly icon?: LucideIcon;
  /** Who may not do this sees neither the entry nor the page. */
  readonly needs?: Permission;
  readonly load: () => Promise<ComponentType>;
  /** Addresses that show the page and its states with sample data, for screenshots and accessibility tests. */
  readonly samples: readonly string[];
};

/** Every page of the dashboard. A new page is one row here and one folder beside this file. */
export const pages: readonly PageEntry[] = [
  {
    ...{ path: "/", title: "Home", icon: House, samples: ["/"] },
    load: async () => (await import("./home/home-page.tsx")).HomePage,
  },
  {
    ...{ path: "/skills", title: "Skills", icon: Blocks, needs: "skills:read" },
    load: async () => (await import("./skills/skills-page.tsx")).SkillsPage,
    samples: ["/skills", "/skills?view=table", "/skills?q=pdf", "/skills?q=nothing-has-this-name&tag=none"],
  },
  {
    ...{ path: "/skills/:name", title: "Skill", needs: "skills:read" },
    load: async () => (await import("./skill/skill-page.tsx")).SkillPage,
    samples: [
      "/skills/release-notes",
      "/skills/csv-check?tab=files&path=scripts%2Fcheck_csv.py&line=12",
      "/skills/release-notes?tab=versions",
      "/skills/release-notes?tab=changes&version=1.1.0",
      "/skills/release-notes?tab=findings",
      "/skills/sample-diagnostics?tab=findings&version=1.0.0",
      "/skills/csv-check?tab=tests",
      "/skills/code-review?tab=provenance",
      "/skills/code-review?tab=use",
      "/skills/code-review?tab=feedback",
      "/skills/code-review?tab=install&agent=codex",
    ],
  },
  {
    ...{
      path: "/approvals",
      group: "Govern",
      title: "Approvals",
      icon: ClipboardCheck,
      needs: "approvals:read",
    },
    load: async () => (await import("./approvals/approvals-page.tsx")).ApprovalsPage,
    samples: [
      "/approvals",
      "/approvals?q=sample-diagnostics",
      "/approvals?view=split",
      "/approvals?state=approved",
      "/approvals?state=rejected",
    ],
  },
  {
    ...{
      path: "/deployments",
      group: "Govern",
      title: "Deployments",
      icon: Rocket,
      needs: "deployments:read",
    },
    load: async () => (await import("./deployments/deployments-page.tsx")).DeploymentsPage,
    samples: [
      "/deployments",
      "/deployments?tab=revocations",
      "/deployments?tab=history",
      "/deployments?dialog=deploy&skill=pdf-text",
      "/deployments?tab=revocations&dialog=revoke&kind=name&value=csv-check",
    ],
  },
  {
    ...{ path: "/policies", group: "Govern", title: "Policies", icon: Scale, needs: "policies:read" },
    load: async () => {
      await import("./state/without-eval.ts");
      return (await import("./policies/policies-page.tsx")).PoliciesPage;
    },
    samples: [
      "/policies",
      "/policies?tab=versions",
      "/policies?tab=edit",
      "/policies?tab=edit&view=text",
      "/policies?tab=try&call=shell(git+push+origin+main)&skill=code-review",
    ],
  },
  {
    ...{ path: "/activity", group: "Observe", title: "Activity", icon: Activity, needs: "audit:read" },
    load: async () => (await import("./activity/activity-page.tsx")).ActivityPage,
    samples: [
      "/activity",
      "/activity?outcome=denied&skill=pdf-text",
      "/activity?agent=nothing-has-this-name",
    ],
  },
  {
    ...{ path: "/activity/sessions/:id", title: "Session", needs: "audit:read" },
    load: async () => (await import("./activity/session-page.tsx")).SessionPage,
    samples: ["/activity/sessions/sample-session-latest", "/activity/sessions/unknown"],
  },
  {
    ...{ path: "/analytics", group: "Observe", title: "Analytics", icon: ChartLine, needs: "usage:read" },
    load: async () => (await import("./analytics/analytics-page.tsx")).AnalyticsPage,
    samples: ["/analytics", "/analytics?by=agent&days=90"],
  },
  {
    ...{
      path: "/playground",
      group: "Author",
      title: "Playground",
      icon: FlaskConical,
      needs: "skills:read",
    },
    load: async () => {
      await import("./state/without-eval.ts");
      return (await import("./playground/playground-page.tsx")).PlaygroundPage;
    },
    samples: ["/playground", "/playground?task=review+the+changes+of+my+branch", "/playground?source=pasted"],
  },
  {
    ...{ path: "/editor", group: "Author", title: "Editor", icon: SquarePen, needs: "skills:read" },
    load: async () => (await import("./editor/editor-page.tsx")).EditorPage,
    samples: [
      "/editor",
      "/editor?mode=text&tab=agent&profile=codex",
      "/editor?skill=kubernetes-deploy&tab=preview",
    ],
  },
  {
    ...{ path: "/settings", group: "Manage", title: "Settings", icon: Settings, samples: ["/settings"] },
    load: async () => (await import("./settings/settings-page.tsx")).SettingsPage,
  },
  {
    ...{ path: "/settings/:section", title: "Settings" },
    load: async () => (await import("./settings/settings-page.tsx")).SettingsPage,
    samples: ["people", "teams", "tenants", "identity", "agents", "retention"].map(
      (one) => `/settings/${one}`,
    ),
  },
];
