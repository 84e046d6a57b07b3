import type { PolicyVersion } from "@skillwright/core/registry";
import Pencil from "lucide-react/icons/pencil";
import { type ReactNode, useState } from "react";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { compareTexts } from "../ui/diff-rows.ts";
import { DiffView } from "../ui/diff-view.tsx";
import { Select } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { ActivateDialog } from "./activate-dialog.tsx";
import { PolicyView } from "./policy-view.tsx";
import { SimulatedEvents, SimulationSummary } from "./simulation.tsx";
import { toYaml } from "./to-yaml.ts";
import { useSimulation } from "./use-simulation.ts";

type VersionDetailsProps = {
  readonly chosen: PolicyVersion;
  readonly all: readonly PolicyVersion[];
  readonly against: string;
  readonly mayWrite: boolean;
  readonly onChange: (change: { readonly against?: string }) => void;
};

export function VersionDetails({ chosen, all, against, mayWrite, onChange }: VersionDetailsProps): ReactNode {
  const [isActivating, setActivating] = useState(false);
  const active = all.find(({ isActive }) => isActive);
  return (
    <div className="version-details">
      <Card
        title={`Version ${chosen.version}`}
        actions={
          mayWrite && (
            <span className="policy-actions">
              <LinkButton icon={Pencil} href={`/policies?tab=edit&from=${chosen.version}`}>
                Edit as a new version
              </LinkButton>
              {!chosen.isActive && (
                <Button kind="primary" onClick={() => setActivating(true)}>
                  Activate…
                </Button>
              )}
            </span>
          )
        }
      >
        <PolicyView policy={chosen.policy} />
      </Card>
      <Difference {...{ chosen, all, against, onChange }} />
      {mayWrite && <Replay version={chosen.version} />}
      <ActivateDialog {...{ chosen, active }} isOpen={isActivating} onClose={() => setActivating(false)} />
    </div>
  );
}

type DifferenceProps = Pick<VersionDetailsProps, "chosen" | "all" | "against" | "onChange">;

/** Against what is in force, or for that one against the version before. */
function Difference({ chosen, all, against, onChange }: DifferenceProps): ReactNode {
  const others = all.filter((one) => one !== chosen);
  const active = others.find(({ isActive }) => isActive);
  const before = others.find(({ version }) => version < chosen.version);
  const other = others.find(({ version }) => String(version) === against) ?? active ?? before ?? others[0];
  if (other === undefined) return null;
  const [from, to] = [toYaml(other.policy), toYaml(chosen.policy)];
  return (
    <Card
      title="What changes"
      actions={
        <Select
          isInline
          label="Compare with"
          value={String(other.version)}
          onChange={(value) => onChange({ against: value })}
          options={others.map(({ version, isActive }) => ({
            value: String(version),
            label: `From version ${version}${isActive ? " (in force)" : ""}`,
          }))}
        />
      }
    >
      {from === to ? (
        <p className="soft">Both versions say the same.</p>
      ) : (
        <DiffView
          label={`version ${chosen.version} since version ${other.version}`}
          blocks={compareTexts(from, to)}
          isSplit={false}
        />
      )}
    </Card>
  );
}

/** The version on last month's log. */
function Replay({ version }: { readonly version: number }): ReactNode {
  const simulation = useSimulation({ version });
  return (
    <Card title="On last month's activity" isFlush>
      <Loaded of={simulation} isSmall>
        {(data) => (
          <>
            <SimulationSummary simulation={data} />
            <SimulatedEvents simulation={data} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
