import type { SkillVersion } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";

type StateBadgeProps = {
  readonly version: Pick<SkillVersion, "state" | "yanked" | "revoked" | "deprecated">;
};

/** The strongest thing that can be said about a version. */
export function StateBadge({ version: { state, yanked, revoked } }: StateBadgeProps): ReactNode {
  if (revoked !== undefined)
    return (
      <Badge tone="bad" title={revoked}>
        revoked
      </Badge>
    );
  if (yanked !== undefined)
    return (
      <Badge tone="warn" title={yanked}>
        withdrawn
      </Badge>
    );
  const [tone, word] = words[state];
  return <Badge tone={tone}>{word}</Badge>;
}

const words = {
  approved: ["good", "approved"],
  deprecated: ["warn", "deprecated"],
  pending: ["accent", "waits for approval"],
  draft: ["neutral", "draft"],
  rejected: ["bad", "rejected"],
} as const;
