import CircleSlash from "lucide-react/icons/circle-slash";
import Rocket from "lucide-react/icons/rocket";
import type { ReactNode } from "react";
import { useMay } from "../api/use-me.ts";
import { useUrlState } from "../state/use-url-state.ts";
import { Button } from "../ui/button.tsx";
import { SearchField } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { DeployDialog } from "./deploy-dialog.tsx";
import { DeployedList } from "./deployed-list.tsx";
import "./deployments-page.css";
import { HistoryList } from "./history-list.tsx";
import { RevocationRows } from "./revocation-rows.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { useGoverned } from "./use-governed.ts";

/** `dialog` opens one of the two, so that other pages can link to it with what it is about. */
const defaults = { tab: "deployed", q: "", dialog: "", skill: "", kind: "name", value: "" };
export type SetDeploymentsUrl = (change: Partial<typeof defaults>) => void;

/** What agents run and must not run, where, by whom, and how many of them have confirmed it. */
export function DeploymentsPage(): ReactNode {
  const may = useMay();
  const [url, setUrl] = useUrlState(defaults);
  const { deployments, revocations, inForce, confirmations } = useGoverned();
  const close = (): void => setUrl({ dialog: "", skill: "", kind: "name", value: "" });
  const tabs = [
    { id: "deployed", title: "Deployed", count: deployments.data?.deployments.length },
    ...(may("revocations:read") ? [{ id: "revocations", title: "Revoked", count: inForce?.length }] : []),
    { id: "history", title: "History" },
  ];
  return (
    <Page
      title="Deployments"
      description="What agents get from the hub, and what they must not use any more."
      actions={
        <>
          {may("revocations:write") && (
            <Button icon={CircleSlash} onClick={() => setUrl({ dialog: "revoke" })}>
              Revoke…
            </Button>
          )}
          {may("deployments:write") && (
            <Button icon={Rocket} kind="primary" onClick={() => setUrl({ dialog: "deploy" })}>
              Deploy a skill
            </Button>
          )}
        </>
      }
    >
      <Tabs
        label="What to show"
        tabs={tabs}
        value={url.tab}
        onChange={(tab) => setUrl({ tab, q: "" }, { isStep: true })}
      >
        <div className="governed">
          <SearchField
            label="Find"
            placeholder="Find by name"
            value={url.q}
            onChange={(q) => setUrl({ q })}
          />
          {url.tab === "deployed" && (
            <Loaded of={deployments}>
              {(answer) => <DeployedList {...{ answer, confirmations, text: url.q, setUrl }} />}
            </Loaded>
          )}
          {url.tab === "revocations" && (
            <Loaded of={revocations}>
              {({ names }) => (
                <RevocationRows {...{ rows: inForce ?? [], names, confirmations, text: url.q }} />
              )}
            </Loaded>
          )}
          {url.tab === "history" && <HistoryList revocations={revocations.data} text={url.q} />}
        </div>
      </Tabs>
      {may("deployments:write") && (
        <DeployDialog isOpen={url.dialog === "deploy"} skill={url.skill} onClose={close} setUrl={setUrl} />
      )}
      {may("revocations:write") && (
        <RevokeDialog
          isOpen={url.dialog === "revoke"}
          target={{ kind: url.kind, value: url.value }}
          onClose={close}
          setUrl={setUrl}
        />
      )}
    </Page>
  );
}
