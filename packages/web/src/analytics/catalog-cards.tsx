import type { CatalogReport, ListingCost } from "@skillwright/core/registry";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { BarChart } from "../charts/bar-chart.tsx";
import { type Cell, downloadText, toCsv } from "../charts/csv.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatBytes, formatCount, formatNumber } from "../ui/format.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";

/** What skills cost before they are used, and which of them may not be needed. */
export function CatalogCards({ report }: { readonly report: CatalogReport }): ReactNode {
  return (
    <div className="analytics-columns">
      <Listing listing={report.listing} />
      <Unused unused={report.unused} days={report.days} />
      <Overlaps overlaps={report.overlaps} />
    </div>
  );
}

function Listing({ listing }: { readonly listing: CatalogReport["listing"] }): ReactNode {
  const { offered, deployed, budget, largest } = listing;
  return (
    <Card title="Cost of the list in context">
      <p className="soft analytics-note">
        All {costWords(offered)}; deployed {costWords(deployed)}. Agents shorten the list to{" "}
        {formatBytes(budget)} unless they are told otherwise.
      </p>
      {largest.length > 0 && (
        <BarChart
          title="Bytes in the list of skills"
          measure="Bytes"
          bars={largest.slice(0, 8).map(({ skill, bytes }) => ({ name: skill, value: bytes }))}
        />
      )}
    </Card>
  );
}

function costWords({ skills, bytes, tokens }: ListingCost): string {
  return `${formatCount(skills, "skill")}: ${formatBytes(bytes)}, about ${formatCount(tokens, "token")}`;
}

type UnusedProps = { readonly unused: CatalogReport["unused"]; readonly days: number };

function Unused({ unused: { total, skills }, days }: UnusedProps): ReactNode {
  return (
    <Card
      title={
        <>
          Not used in {days === 1 ? "a day" : `${days} days`} <Badge>{formatNumber(total)}</Badge>
        </>
      }
      isFlush
      actions={
        <SaveButton
          title="Unused skills"
          head={["Skill", "Team", "Published", "Deployed"]}
          rows={skills.map(({ name, team, publishedAt, deployed }) => [
            ...[name, team, publishedAt, deployed ? "yes" : "no"],
          ])}
        />
      }
    >
      {total === 0 ? (
        <EmptyState title="Every skill was used" isSmall />
      ) : (
        <Table
          caption="Unused skills, the oldest first"
          rows={skills.slice(0, 8)}
          keyOf={({ name }) => name}
          columns={[
            { title: "Skill", cell: ({ name }) => name },
            {
              title: "Deployed",
              cell: ({ deployed }) => (deployed ? <Badge tone="warn">deployed</Badge> : "no"),
            },
            {
              title: "Published",
              cell: ({ publishedAt }) => <RelativeTime time={publishedAt} />,
              isNumber: true,
            },
          ]}
        />
      )}
    </Card>
  );
}

function Overlaps({ overlaps: { pairs, compared } }: Pick<CatalogReport, "overlaps">): ReactNode {
  return (
    <Card
      title="Overlapping skills"
      isFlush
      actions={
        <SaveButton
          title="Overlapping skills"
          head={["Skill", "Other skill", "Likeness"]}
          rows={pairs.map(({ names, score }) => [...names, Math.round(score * 100)])}
        />
      }
    >
      {pairs.length === 0 ? (
        <EmptyState title="No skills overlap" isSmall>
          No description of {formatCount(compared, "compared skill")} also finds another skill.
        </EmptyState>
      ) : (
        <Table
          caption="Pairs of skills that the same requests find"
          rows={pairs.slice(0, 8)}
          keyOf={({ names }) => names.join(" ")}
          columns={[
            { title: "Skills", cell: ({ names }) => names.join(" and ") },
            { title: "Likeness", cell: ({ score }) => `${Math.round(score * 100)}%`, isNumber: true },
          ]}
        />
      )}
    </Card>
  );
}

type SaveButtonProps = {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
};

function SaveButton({ title, head, rows }: SaveButtonProps): ReactNode {
  return (
    <IconButton
      icon={Download}
      label={`Download ${title} as CSV`}
      onClick={() => downloadText(`${title.toLowerCase().replaceAll(" ", "-")}.csv`, toCsv(head, rows))}
    />
  );
}
