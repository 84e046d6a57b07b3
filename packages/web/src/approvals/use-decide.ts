import type { Approval } from "@skillwright/core/registry";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callHub } from "../api/call-hub.ts";
import { isOffline, statusOf } from "../api/hub-error.ts";
import { useChange } from "../api/use-hub.ts";
import { useMe } from "../api/use-me.ts";
import { useTenant } from "../state/use-tenant.ts";
import { formatCount } from "../ui/format.ts";
import { principalName } from "../ui/principal-name.ts";
import { useToast } from "../ui/toast.tsx";
import type { Decision } from "./decision-dialog.tsx";

type Words = { readonly comment: string; readonly expiresAt: string | undefined };
type Refused = { readonly request: Approval; readonly reason: string };

type Deciding = {
  /** False if the hub did not answer, so that nothing was decided. */
  readonly decide: (decision: Decision, words: Words) => Promise<boolean>;
  readonly isBusy: boolean;
  /** What the hub did not accept of several decisions. */
  readonly refused: readonly Refused[];
  readonly clear: () => void;
};

const stale = ["GET /api/v1/approvals", "GET /api/v1/approvals/{id}"] as const;
const done = { approve: "Approved", reject: "Rejected", "take-back": "Took back the approval of" } as const;

/** Decides one or several requests for the content that the reviewer saw, and says what became of it. */
export function useDecide(onDecided: (ids: readonly string[]) => void): Deciding {
  const show = useToast();
  const client = useQueryClient();
  const one = useChange("POST /api/v1/approvals/{id}/decision", stale);
  const many = useChange("POST /api/v1/approvals/decisions", stale);
  const explain = useConflict();
  const [refused, setRefused] = useState<readonly Refused[]>([]);

  const decideOne = async (request: Approval, kind: Decision["kind"], body: object): Promise<boolean> => {
    const { id, digest, name, version } = request;
    try {
      await one.mutateAsync({ params: { id }, body: { ...body, digest } });
      show({ text: `${done[kind]} ${name} ${version}.` });
      onDecided([id]);
      return true;
    } catch (error) {
      for (const route of stale) void client.invalidateQueries({ queryKey: [route] });
      const reason = statusOf(error) === 409 ? await explain(request) : undefined;
      const message = error instanceof Error ? error.message : String(error);
      show({ text: reason ?? `${name} ${version}: ${message}`, isBad: true });
      return !isOffline(error);
    }
  };

  const decideMany = async ({ kind, requests }: Decision, body: object): Promise<boolean> => {
    try {
      const approvals = requests.map(({ id, digest }) => ({ id, digest }));
      const { results } = await many.mutateAsync({ body: { ...body, approvals } });
      const failed = results.flatMap(({ id, error }) => {
        const request = requests.find((each) => each.id === id);
        return request && error ? [{ request, reason: error.message }] : [];
      });
      const decided = results.filter(({ error }) => error === undefined).map(({ id }) => id);
      if (decided.length > 0) show({ text: `${done[kind]} ${formatCount(decided.length, "version")}.` });
      setRefused(failed);
      onDecided(decided);
      return true;
    } catch (error) {
      show({ text: error instanceof Error ? error.message : String(error), isBad: true });
      return !isOffline(error);
    }
  };

  return {
    decide: (decision, { comment, expiresAt }) => {
      const { kind, requests } = decision;
      const body = {
        ...{ decision: kind === "approve" ? "approved" : "rejected", comment },
        was: kind === "take-back" ? "approved" : "pending",
        ...(expiresAt !== undefined && kind === "approve" && { expiresAt }),
      };
      const [first] = requests;
      return requests.length === 1 && first !== undefined
        ? decideOne(first, kind, body)
        : decideMany(decision, body);
    },
    isBusy: one.isPending || many.isPending,
    ...{ refused, clear: () => setRefused([]) },
  };
}

/** Who was faster, if another reviewer has decided in the meantime. */
function useConflict(): (request: Approval) => Promise<string | undefined> {
  const tenant = useTenant();
  const me = useMe()?.id;
  return async ({ id, name, version, state }) => {
    const review = await callHub("GET /api/v1/approvals/{id}", { params: { id } }, { tenant }).catch(
      () => undefined,
    );
    const now = review?.approval;
    if (now === undefined || now.state === state) return undefined;
    const who =
      now.decidedBy === undefined ? "Someone" : principalName(now.decidedBy, { names: review?.names, me });
    const what = now.state === "withdrawn" ? "taken back the request for" : now.state;
    const has = who === "You" ? "have" : "has";
    return `${who} ${has} already ${what} ${name} ${version}. Nothing was changed, and the list is up to date now.`;
  };
}
