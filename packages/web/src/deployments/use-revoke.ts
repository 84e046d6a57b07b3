import type { RevocationRecord } from "@skillwright/core/registry";
import { useChange } from "../api/use-hub.ts";
import { useToast } from "../ui/toast.tsx";
import { governedRoutes } from "./use-governed.ts";

type Wanted = Pick<RevocationRecord, "kind" | "value" | "message" | "expiresAt">;

type Revoking = {
  readonly revoke: (wanted: Wanted) => Promise<boolean>;
  readonly lift: (row: RevocationRecord) => Promise<boolean>;
  readonly isBusy: boolean;
};

/** Revokes and lifts; each offers to take it back. */
export function useRevoke(): Revoking {
  const show = useToast();
  const start = useChange("POST /api/v1/revocations", governedRoutes);
  const stop = useChange("POST /api/v1/revocations/{id}/lift", governedRoutes);
  const fail = (error: unknown): false => {
    show({ text: error instanceof Error ? error.message : String(error), isBad: true });
    return false;
  };
  const revoke: Revoking["revoke"] = async ({ kind, value, message, expiresAt }) => {
    try {
      const body = { kind, value, message, ...(expiresAt !== undefined && { expiresAt }) };
      const made = await start.mutateAsync({ body });
      show({ text: `Revoked ${value}. Agents refuse it once they know.`, undo: () => void lift(made) });
      return true;
    } catch (error) {
      return fail(error);
    }
  };
  const lift: Revoking["lift"] = async (row) => {
    try {
      await stop.mutateAsync({ params: { id: row.id } });
      show({ text: `Lifted the revocation of ${row.value}.`, undo: () => void revoke(row) });
      return true;
    } catch (error) {
      return fail(error);
    }
  };
  return { revoke, lift, isBusy: start.isPending || stop.isPending };
}
