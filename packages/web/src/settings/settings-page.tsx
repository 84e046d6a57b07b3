import type { Permission } from "@skillwright/core/registry";
import type { ComponentType, ReactNode } from "react";
import { useRoute } from "wouter";
import { useMay } from "../api/use-me.ts";
import { Link } from "../ui/link.tsx";
import { Page } from "../ui/page.tsx";
import { NoPermission } from "../ui/states.tsx";
import { AgentsSection } from "./agents-section.tsx";
import { IdentitySection, RetentionSection } from "./configured-sections.tsx";
import { PeopleSection } from "./people-section.tsx";
import "./settings-page.css";
import { TeamsSection } from "./teams-section.tsx";
import { TenantsSection } from "./tenants-section.tsx";
import { TokensSection } from "./tokens-section.tsx";

type Section = {
  readonly id: string;
  readonly title: string;
  readonly needs?: Permission;
  readonly Content: ComponentType;
};

const sections: readonly Section[] = [
  { id: "tokens", title: "Tokens", Content: TokensSection },
  { id: "people", title: "People and roles", needs: "members:read", Content: PeopleSection },
  { id: "teams", title: "Teams", needs: "members:read", Content: TeamsSection },
  { id: "tenants", title: "Tenants", needs: "tenants:write", Content: TenantsSection },
  { id: "identity", title: "Identity provider", needs: "members:read", Content: IdentitySection },
  { id: "agents", title: "Agents", needs: "agents:read", Content: AgentsSection },
  { id: "retention", title: "Retention", needs: "members:read", Content: RetentionSection },
];

/** Everything that is set once. Users see the sections that they may use. */
export function SettingsPage(): ReactNode {
  const [, params] = useRoute("/settings/:section");
  const may = useMay();
  const isAllowed = ({ needs }: Section): boolean => needs === undefined || may(needs);
  const current = sections.find(({ id }) => id === (params?.section ?? "tokens"));
  return (
    <Page title="Settings" description="Who may do what in this tenant, and how the hub is set up.">
      <div className="settings">
        <nav className="settings-nav" aria-label="Settings">
          {sections.filter(isAllowed).map(({ id, title }) => (
            <Link
              key={id}
              href={`/settings/${id}`}
              className="settings-link"
              {...(id === current?.id && { "aria-current": "page" })}
            >
              {title}
            </Link>
          ))}
        </nav>
        <div className="settings-content">
          {current !== undefined && isAllowed(current) ? <current.Content /> : <NoPermission />}
        </div>
      </div>
    </Page>
  );
}
