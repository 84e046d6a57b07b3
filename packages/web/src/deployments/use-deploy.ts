import type { DeploymentRecord } from "@skillwright/core/registry";
import { useChange } from "../api/use-hub.ts";
import { useToast } from "../ui/toast.tsx";
import { governedRoutes } from "./use-governed.ts";

type Wanted = Pick<DeploymentRecord, "name" | "version" | "digest" | "environment">;

type Deploying = {
  /** Deploys exactly this content. `replaced` comes back on undo. */
  readonly deploy: (wanted: Wanted, replaced?: Wanted) => Promise<boolean>;
  readonly end: (row: DeploymentRecord) => Promise<boolean>;
  readonly isBusy: boolean;
};

/** Starts and ends deployments; each offers to take it back. */
export function useDeploy(): Deploying {
  const show = useToast();
  const start = useChange("POST /api/v1/deployments", governedRoutes);
  const stop = useChange("POST /api/v1/deployments/{id}/end", governedRoutes);
  const fail = (error: unknown): false => {
    show({ text: error instanceof Error ? error.message : String(error), isBad: true });
    return false;
  };
  const deploy: Deploying["deploy"] = async (wanted, replaced) => {
    const { name, version, digest, environment = "" } = wanted;
    try {
      const made = await start.mutateAsync({ body: { name, version, digest, environment } });
      const undo = (): void => void (replaced === undefined ? end(made) : deploy(replaced));
      show({ text: `Deployed ${name} ${version}. Agents get it now.`, undo });
      return true;
    } catch (error) {
      return fail(error);
    }
  };
  const end: Deploying["end"] = async (row) => {
    try {
      await stop.mutateAsync({ params: { id: row.id } });
      show({ text: `Ended the deployment of ${row.name} ${row.version}.`, undo: () => void deploy(row) });
      return true;
    } catch (error) {
      return fail(error);
    }
  };
  return { deploy, end, isBusy: start.isPending || stop.isPending };
}
