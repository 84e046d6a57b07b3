import type { ApprovalReview, ReviewedRequest } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";

const rows = [
  { key: "tools", title: "Tools" },
  { key: "scripts", title: "Scripts" },
  { key: "hooks", title: "Commands on events" },
  { key: "hosts", title: "Hosts in programs" },
] as const;

/** What the approved version asked for and what this one asks for, side by side. */
export function PermissionChange({ review }: { readonly review: ApprovalReview }): ReactNode {
  const { requested, requestedBefore, comparedWith, approval } = review;
  return (
    <Card title="Permissions" isFlush>
      <table className="permissions">
        <caption className="unseen">What the version asks for</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{comparedWith === undefined ? "Approved before" : `Approved ${comparedWith}`}</th>
            <th scope="col">{`Requested ${approval.version}`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, title }) => {
            const [before, after] = [valuesOf(requestedBefore, key), valuesOf(requested, key)];
            return (
              <tr key={key}>
                <th scope="row">{title}</th>
                <td>
                  {requestedBefore === undefined ? (
                    <span className="soft">Nothing was approved before</span>
                  ) : (
                    <Values values={before} other={after} mark="removed" />
                  )}
                </td>
                <td>
                  <Values values={after} other={before} mark="added" />
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
  return request[key] ?? [anyTool];
}

type ValuesProps = {
  readonly values: readonly string[];
  readonly other: readonly string[];
  readonly mark: "added" | "removed";
};

function Values({ values, other, mark }: ValuesProps): ReactNode {
  if (values.length === 0) return <span className="soft">None</span>;
  return (
    <ul>
      {values.map((value) =>
        other.includes(value) ? (
          <li key={value}>{value}</li>
        ) : (
          <li key={value} className={`permission-${mark}`}>
            <span aria-hidden>{mark === "added" ? "+ " : "− "}</span>
            {value}
            <span className="unseen">{` (${mark})`}</span>
          </li>
        ),
      )}
    </ul>
  );
}
