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

export type VersionChanges = {
  readonly deprecate: (reason: string) => void;
  readonly undeprecate: () => void;
  readonly yank: (reason: string) => void;
  readonly unyank: () => void;
  readonly askForApproval: (reason: string) => void;
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
  const onError = ({ message }: Error): void => show({ text: message, isBad: true });
  const undeprecate = (): void =>
    endDeprecation.mutate(
      { params },
      { onError, onSuccess: () => show({ text: `${name} ${version} is no longer deprecated.` }) },
    );
  const unyank = (): void =>
    endYank.mutate(
      { params },
      { onError, onSuccess: () => show({ text: `${name} ${version} is offered again.` }) },
    );
  return {
    ...{ undeprecate, unyank },
    deprecate: (reason) =>
      setDeprecation.mutate(
        { params, body: { reason } },
        { onError, onSuccess: () => show({ text: `${name} ${version} is deprecated.`, undo: undeprecate }) },
      ),
    yank: (reason) =>
      setYank.mutate(
        { params, body: { reason } },
        { onError, onSuccess: () => show({ text: `${name} ${version} is withdrawn.`, undo: unyank }) },
      ),
    askForApproval: (reason) =>
      ask.mutate(
        { params, body: { reason } },
        { onError, onSuccess: () => show({ text: `Reviewers see your request for ${name} ${version}.` }) },
      ),
  };
}
