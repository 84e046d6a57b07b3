import type { SkillVersion } from "@skillwright/core/registry";
import ShieldCheck from "lucide-react/icons/shield-check";
import type { ReactNode } from "react";
import { useHubPages } from "../api/use-hub.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatCount } from "../ui/format.ts";
import { Link } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { ErrorState, Skeleton } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { shortActor, shortDigest, skillAddress } from "./skill-state.ts";
import type { TabProps } from "./skill-tabs.tsx";
import { StateBadge } from "./state-badge.tsx";

/** Every version that the user may see, the newest first. */
export function VersionsTab({ skill: { name, tags, total }, details }: TabProps): ReactNode {
  const pages = useHubPages("GET /api/v1/skills/{name}/versions", { params: { name } });
  if (pages.data === undefined)
    return pages.error ? (
      <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <Skeleton lines={6} />
    );
  const versions = pages.data.pages.flatMap((page) => page.versions);
  const earlier = new Map(versions.map(({ version }, index) => [version, versions[index + 1]?.version]));
  return (
    <Card isFlush title={formatCount(total, "version")}>
      <Table
        caption={`Versions of ${name}`}
        rows={versions}
        keyOf={({ version }) => version}
        columns={[
          {
            title: "Version",
            cell: ({ version }) => (
              <VersionName {...{ name, version, tags, isShown: version === details.version }} />
            ),
          },
          { title: "State", cell: (one) => <States version={one} /> },
          { title: "Published", cell: ({ publishedAt }) => <RelativeTime time={publishedAt} /> },
          {
            title: "By",
            cell: ({ publisher, publisherName }) => (
              <span className="clip" title={publisher}>
                {shortActor(publisher, publisherName)}
              </span>
            ),
          },
          {
            title: "Digest",
            cell: ({ digest }) => (
              <span className="mono soft" title={digest}>
                {shortDigest(digest)}
              </span>
            ),
          },
          {
            title: "Compare",
            cell: ({ version }) => {
              const from = earlier.get(version);
              if (from === undefined) return <span className="soft">first version</span>;
              return (
                <Link href={skillAddress(name, { tab: "changes", version, from })}>{`with ${from}`}</Link>
              );
            },
          },
        ]}
      />
      {pages.hasNextPage && (
        <p className="skill-more">
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show older versions
          </Button>
        </p>
      )}
    </Card>
  );
}

type VersionNameProps = {
  readonly name: string;
  readonly version: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly isShown: boolean;
};

function VersionName({ name, version, tags, isShown }: VersionNameProps): ReactNode {
  return (
    <span className="skill-badges">
      <Link
        className="number"
        href={skillAddress(name, { version })}
        {...(isShown && { "aria-current": "true" })}
      >
        {version}
      </Link>
      {Object.entries(tags)
        .filter(([, target]) => target === version)
        .map(([tag]) => (
          <Badge key={tag} tone="accent">
            {tag}
          </Badge>
        ))}
    </span>
  );
}

function States({ version }: { readonly version: SkillVersion }): ReactNode {
  const reason = version.revoked ?? version.yanked ?? version.deprecated;
  return (
    <span className="skill-badges">
      <StateBadge version={version} />
      {version.signer !== undefined && (
        <Badge tone="good" icon={ShieldCheck} title={version.signer}>
          signed
        </Badge>
      )}
      {reason !== undefined && reason !== "" && (
        <span className="soft clip skill-reason" title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}
