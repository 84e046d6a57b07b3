import type { VersionDetails } from "@skillwright/core/registry";
import { useChange } from "../api/use-hub.ts";
import { useToast } from "../ui/toast.tsx";

/** What a change of a skill may show elsewhere. */
export const changedRoutes = [
  "GET /api/v1/skills/{name}/versions",
  "GET /api/v1/skills/{name}/versions/{version}",
  "GET /api/v1/skills",
  "GET /api/v1/search",
  "GET /api/v1/skill-facets",
  "GET /api/v1/approvals",
] as const;

/** True if the hub did it; otherwise what was typed is still needed. */
type Outcome = Promise<boolean>;

export type VersionChanges = {
  readonly deprecate: (reason: string) => Outcome;
  readonly undeprecate: () => Outcome;
  readonly yank: (reason: string) => Outcome;
  readonly unyank: () => Outcome;
  readonly askForApproval: (reason: string) => Outcome;
};

/** Changes of one version. Each says what has happened, and offers to take it back where that is possible. */
export function useVersionChanges({
  name,
  version,
}: Pick<VersionDetails, "name" | "version">): VersionChanges {
  const show = useToast();
  const place = "/api/v1/skills/{name}/versions/{version}";
  const setDeprecation = useChange(`PUT ${place}/deprecation`, changedRoutes);
  const endDeprecation = useChange(`DELETE ${place}/deprecation`, changedRoutes);
  const setYank = useChange(`PUT ${place}/yank`, changedRoutes);
  const endYank = useChange(`DELETE ${place}/yank`, changedRoutes);
  const ask = useChange(`POST ${place}/approvals`, changedRoutes);
  const params = { name, version };
  const report = async (change: Promise<unknown>, text: string, undo?: () => Outcome): Outcome => {
    try {
      await change;
      show({ text, ...(undo && { undo: () => void undo() }) });
      return true;
    } catch (error) {
      show({ text: error instanceof Error ? error.message : String(error), isBad: true });
      return false;
    }
  };
  const subject = `${name} ${version}`;
  const undeprecate = (): Outcome =>
    report(endDeprecation.mutateAsync({ params }), `${subject} is no longer deprecated.`);
  const unyank = (): Outcome => report(endYank.mutateAsync({ params }), `${subject} is offered again.`);
  return {
    ...{ undeprecate, unyank },
    deprecate: (reason) =>
      report(
        setDeprecation.mutateAsync({ params, body: { reason } }),
        `${subject} is deprecated.`,
        undeprecate,
      ),
    yank: (reason) =>
      report(setYank.mutateAsync({ params, body: { reason } }), `${subject} is withdrawn.`, unyank),
    askForApproval: (reason) =>
      report(ask.mutateAsync({ params, body: { reason } }), `Reviewers see your request for ${subject}.`),
  };
}
