import type { SkillUsage } from "@skillwright/core/registry";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { downloadText, toCsv } from "../charts/csv.ts";
import { IconButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatNumber } from "../ui/format.ts";
import { Link } from "../ui/link.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";

type Measure = {
  readonly name: string;
  readonly value: (skill: SkillUsage) => number;
  readonly show?: (value: number) => string;
};

type SkillTableProps = {
  readonly title: string;
  readonly empty: string;
  readonly skills: readonly SkillUsage[];
  readonly measures: readonly Measure[];
};

/** Skills by a measure, each with a way to its entries in the log. */
export function SkillTable({ title, empty, skills, measures }: SkillTableProps): ReactNode {
  const head = ["Skill", ...measures.map(({ name }) => name)];
  const save = (): void => {
    const rows = skills.map((skill) => [skill.skill, ...measures.map(({ value }) => value(skill))]);
    downloadText(`${title.toLowerCase().replaceAll(" ", "-")}.csv`, toCsv(head, rows));
  };
  return (
    <Card
      title={title}
      isFlush
      actions={<IconButton icon={Download} label={`Download ${title} as CSV`} onClick={save} />}
    >
      {skills.length === 0 ? (
        <EmptyState title={empty} isSmall />
      ) : (
        <Table
          caption={`${title}: numbers`}
          rows={skills}
          keyOf={({ skill }) => skill}
          columns={[
            {
              title: "Skill",
              cell: ({ skill }) => <Link href={`/activity?skill=${encodeURIComponent(skill)}`}>{skill}</Link>,
            },
            ...measures.map(({ name, value, show = formatNumber }) => ({
              title: name,
              cell: (skill: SkillUsage) => show(value(skill)),
              isNumber: true,
            })),
          ]}
        />
      )}
    </Card>
  );
}
