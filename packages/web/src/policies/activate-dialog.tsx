import type { PolicyVersion } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { useChange } from "../api/use-hub.ts";
import { Confirm } from "../ui/dialog.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { useToast } from "../ui/toast.tsx";
import { SimulationSummary } from "./simulation.tsx";
import { useSimulation } from "./use-simulation.ts";

type ActivateDialogProps = {
  readonly chosen: PolicyVersion;
  readonly active: PolicyVersion | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Shows what a version would have done last month before it is put into force. The version before can be put back. */
export function ActivateDialog({ chosen, active, isOpen, onClose }: ActivateDialogProps): ReactNode {
  const show = useToast();
  const simulation = useSimulation(isOpen ? { version: chosen.version } : undefined);
  const { mutate, isPending } = useChange("POST /api/v1/policies/{version}/activate", [
    "GET /api/v1/policies",
    "GET /api/v1/policies/active",
    "GET /api/v1/approvals",
  ]);
  const activate = (version: number, undo?: () => void): void => {
    mutate(
      { params: { version: String(version) } },
      {
        onSuccess: () => show({ text: `Version ${version} is in force.`, ...(undo && { undo }) }),
        onError: (error) => show({ text: error.message, isBad: true }),
        onSettled: onClose,
      },
    );
  };
  return (
    <Confirm
      title={`Put version ${chosen.version} into force?`}
      action={`Activate version ${chosen.version}`}
      isBusy={isPending || simulation.isLoading}
      onConfirm={() => activate(chosen.version, active && (() => activate(active.version)))}
      {...{ isOpen, onClose }}
    >
      <p>
        {active === undefined
          ? "It is the first policy here. "
          : `It replaces version ${active.version}, which you can put back at any time. `}
        Agents apply it with their next state document.
      </p>
      <p>
        Every version of a skill is judged again: those that it does not approve by itself wait for a
        reviewer, and agents do not get them meanwhile.
        {active !== undefined &&
          ` Putting version ${active.version} back restores them, unless a reviewer has decided by then.`}
      </p>
      <Loaded of={simulation} isSmall>
        {(data) => <SimulationSummary simulation={data} />}
      </Loaded>
    </Confirm>
  );
}
