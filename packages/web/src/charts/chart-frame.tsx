import ChartLine from "lucide-react/icons/chart-line";
import Download from "lucide-react/icons/download";
import TableIcon from "lucide-react/icons/table";
import { type ReactNode, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { Table } from "../ui/table.tsx";
import "./chart.css";
import { type Cell, downloadText, toCsv } from "./csv.ts";

type ChartFrameProps = {
  /** What it shows; also the name of the file. */
  readonly title: string;
  readonly head: readonly string[];
  /** The same numbers as the chart, the first cell of a row names it. */
  readonly rows: readonly (readonly Cell[])[];
  readonly legend: ReactNode;
  readonly children: ReactNode;
};

/** Every chart can be read as a table and saved as CSV. */
export function ChartFrame({ title, head, rows, legend, children }: ChartFrameProps): ReactNode {
  const [isTable, setTable] = useState(false);
  const save = (): void =>
    downloadText(`${title.toLowerCase().replaceAll(/[^a-z0-9]/g, "-")}.csv`, toCsv(head, rows));
  const columns = head.map((name, index) => ({
    title: name,
    cell: ({ row }: { readonly row: readonly Cell[] }) => row[index] ?? "",
    isNumber: index > 0,
  }));
  return (
    <figure className="chart" aria-label={title}>
      <div className="chart-tools">
        {legend}
        <span>
          <IconButton
            icon={isTable ? ChartLine : TableIcon}
            label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
            onClick={() => setTable(!isTable)}
          />
          <IconButton icon={Download} label={`Download ${title} as CSV`} onClick={save} />
        </span>
      </div>
      {isTable ? (
        <Table
          caption={title}
          columns={columns}
          rows={rows.map((row, index) => ({ row, key: `${index}` }))}
          keyOf={({ key }) => key}
        />
      ) : (
        children
      )}
    </figure>
  );
}
