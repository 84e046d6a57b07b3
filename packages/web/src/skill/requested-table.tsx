import type { ReviewedRequest } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import "./requested-table.css";

type Side = {
  /** `1.0.0`, `Approved 1.0.0`. */
  readonly title: string;
  /** Undefined if there is no version on this side. */
  readonly requested: ReviewedRequest | undefined;
  /** Its verdict, if it is known. */
  readonly scan?: ReactNode;
};

type RequestedTableProps = {
  readonly before: Side;
  readonly after: Side;
  /** In both versions, with another content. */
  readonly changedScripts?: readonly string[];
};

const rows = [
  { key: "tools", title: "Tools" },
  { key: "scripts", title: "Scripts" },
  { key: "hooks", title: "Hooks" },
  { key: "hosts", title: "Hosts" },
] as const;

/** What two versions ask for, side by side. Differences have a sign and a word, so that they do not depend on color. */
export function RequestedTable({ before, after, changedScripts = [] }: RequestedTableProps): ReactNode {
  return (
    <Card title="What it asks for" isFlush>
      <table className="requested">
        <caption className="unseen">What both versions ask for</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{before.title}</th>
            <th scope="col">{after.title}</th>
          </tr>
        </thead>
        <tbody>
          {(before.scan !== undefined || after.scan !== undefined) && (
            <tr>
              <th scope="row">Scan</th>
              <td>{before.scan}</td>
              <td>{after.scan}</td>
            </tr>
          )}
          {rows.map(({ key, title }) => {
            const [old, now] = [valuesOf(before.requested, key), valuesOf(after.requested, key)];
            return (
              <tr key={key}>
                <th scope="row">{title}</th>
                <td>
                  {before.requested === undefined ? (
                    <span className="soft">Nothing was approved before</span>
                  ) : (
                    <Values values={old} markOf={(value) => (now.includes(value) ? undefined : "removed")} />
                  )}
                </td>
                <td>
                  <Values
                    values={now}
                    markOf={(value) => {
                      if (!old.includes(value)) return "added";
                      return key === "scripts" && changedScripts.includes(value) ? "changed" : undefined;
                    }}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

const anyTool = "Any tool";

function valuesOf(request: ReviewedRequest | undefined, key: keyof ReviewedRequest): readonly string[] {
  if (request === undefined) return [];
  // A skill without a list of tools restricts nothing.
  return [...new Set(request[key] ?? [anyTool])];
}

type Mark = "added" | "removed" | "changed";
const signs = { added: "+ ", removed: "− ", changed: "~ " } as const;

type ValuesProps = {
  readonly values: readonly string[];
  readonly markOf: (value: string) => Mark | undefined;
};

function Values({ values, markOf }: ValuesProps): ReactNode {
  if (values.length === 0) return <span className="soft">None</span>;
  return (
    <ul>
      {values.slice(0, most).map((value) => {
        const mark = markOf(value);
        return mark === undefined ? (
          <li key={value}>{value}</li>
        ) : (
          <li key={value} className={`requested-${mark}`}>
            <span aria-hidden>{signs[mark]}</span>
            {value}
            <span className="unseen">{` (${mark})`}</span>
          </li>
        );
      })}
      {values.length > most && <li className="soft">{`${values.length - most} more`}</li>}
    </ul>
  );
}

const most = 200;
