import type { SkillVersions, VersionDetails } from "@skillwright/core/registry";
import Eye from "lucide-react/icons/eye";
import KeyRound from "lucide-react/icons/key-round";
import Users from "lucide-react/icons/users";
import type { ReactNode } from "react";
import { useTenantName } from "../api/use-me.ts";
import { Badge } from "../ui/badge.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { VerdictBadge } from "./scan-verdict.tsx";
import { shortActor, shortDigest } from "./skill-state.ts";
import { StateBadge } from "./state-badge.tsx";

type SkillFactsProps = { readonly skill: SkillVersions; readonly details: VersionDetails };

/** What decides whether to look further, in one line. */
export function SkillFacts({ skill, details }: SkillFactsProps): ReactNode {
  const tenantName = useTenantName();
  const { digest, publisher, publisherName, publishedAt, signer, scan } = details;
  return (
    <div className="skill-facts">
      {scan !== undefined && scan.verdict !== "pass" && <VerdictBadge verdict={scan.verdict} />}
      <StateBadge version={details} />
      {signer !== undefined && (
        <Badge tone={scan?.verdict === "block" ? "neutral" : "good"} icon={KeyRound} title={signer}>
          signed
        </Badge>
      )}
      <Badge icon={Users}>{skill.team === "" ? tenantName(skill.tenant) : skill.team}</Badge>
      <Badge icon={Eye}>{visibilityWords[skill.visibility]}</Badge>
      <span className="skill-fact">
        published by <strong title={publisher}>{shortActor(publisher, publisherName)}</strong>{" "}
        <RelativeTime time={publishedAt} />
      </span>
      <span className="skill-fact skill-digest">
        <span className="mono" title={digest}>
          {shortDigest(digest)}
        </span>
        <CopyButton text={digest} label="Copy digest" />
      </span>
    </div>
  );
}

const visibilityWords: Readonly<Record<SkillVersions["visibility"], string>> = {
  team: "its team sees it",
  tenant: "the tenant sees it",
  public: "public",
};
