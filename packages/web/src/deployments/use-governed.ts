import type { Confirmations, HubAnswers, RevocationRecord } from "@skillwright/core/registry";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useEvents } from "../api/use-events.ts";
import { useHub } from "../api/use-hub.ts";
import { useMay } from "../api/use-me.ts";

export const governedRoutes = [
  "GET /api/v1/deployments",
  "GET /api/v1/revocations",
  "GET /api/v1/confirmations",
] as const;

type Governed = {
  readonly deployments: UseQueryResult<HubAnswers["GET /api/v1/deployments"]>;
  readonly revocations: UseQueryResult<HubAnswers["GET /api/v1/revocations"]>;
  /** Revocations that are neither lifted nor over. */
  readonly inForce: readonly RevocationRecord[] | undefined;
  /** How many agents have confirmed what; undefined for users who may not see agents. */
  readonly confirmations: Confirmations | undefined;
};

/** What is deployed and revoked. The hub says when something changes, and whenever an agent confirms something. */
export function useGoverned(): Governed {
  const may = useMay();
  const client = useQueryClient();
  const seesAgents = may("agents:read");
  const deployments = useHub("GET /api/v1/deployments", {}, { refreshMs: 60_000 });
  const revocations = useHub(
    "GET /api/v1/revocations",
    {},
    { isEnabled: may("revocations:read"), refreshMs: 60_000 },
  );
  const confirmations = useHub("GET /api/v1/confirmations", {}, { isEnabled: seesAgents, refreshMs: 30_000 });
  useEvents({
    ...{ path: "/api/v1/state/events", event: "version" },
    onEvent: () => {
      for (const route of governedRoutes) void client.invalidateQueries({ queryKey: [route] });
    },
  });
  useEvents({
    ...{ path: "/api/v1/confirmations/events", event: "version", isEnabled: seesAgents },
    onEvent: () => void client.invalidateQueries({ queryKey: ["GET /api/v1/confirmations"] }),
  });
  return {
    ...{ deployments, revocations, confirmations: confirmations.data },
    inForce: revocations.data?.revocations.filter((one) => isInForce(one)),
  };
}

export function isInForce({ liftedAt, expiresAt }: RevocationRecord, now = Date.now()): boolean {
  return liftedAt === undefined && (expiresAt === undefined || Date.parse(expiresAt) > now);
}
