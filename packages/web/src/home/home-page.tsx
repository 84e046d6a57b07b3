import type { ReactNode } from "react";
import { useMay, useMe } from "../api/use-me.ts";
import { Page } from "../ui/page.tsx";
import { Activity } from "./activity.tsx";
import { Attention } from "./attention.tsx";
import "./home-page.css";
import { WeekChanges } from "./week-changes.tsx";

/** What needs the user, what changed, and what agents do right now. */
export function HomePage(): ReactNode {
  const me = useMe();
  const may = useMay();
  const name = me?.person?.name.split(" ")[0];
  return (
    <Page
      title="Home"
      description={name === undefined ? "What needs you." : `Hello ${name}, this is what needs you.`}
    >
      <Attention />
      {may("audit:read") && (
        <div className="home-columns">
          <WeekChanges />
          <Activity />
        </div>
      )}
    </Page>
  );
}
