import type { ApprovalReview, ReviewedFinding } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";

/** What the security rules found, with its place; what the approved version did not have comes first. */
export function FindingList({ review }: { readonly review: ApprovalReview }): ReactNode {
  const { findings, change, comparedWith } = review;
  const newOnes = new Set(change.newFindings.map(keyOf));
  const isNew = (finding: ReviewedFinding): boolean => newOnes.has(keyOf(finding));
  const sorted = [...findings.filter(isNew), ...findings.filter((one) => !isNew(one))];
  return (
    <Card title="Findings" isFlush actions={<span className="soft number">{findings.length}</span>}>
      {findings.length === 0 ? (
        <p className="review-none">The security rules found nothing in this version.</p>
      ) : (
        <ul className="review-findings">
          {sorted.slice(0, mostFindings).map((finding) => (
            <li key={keyOf(finding)}>
              <Badge tone={tones[finding.severity] ?? "neutral"}>{finding.severity}</Badge>
              <span>
                {finding.message}{" "}
                <span className="soft">
                  <code>{finding.rule}</code> in {finding.file}:{finding.line}
                </span>
              </span>
              {comparedWith !== undefined && isNew(finding) && <Badge tone="accent">New</Badge>}
            </li>
          ))}
        </ul>
      )}
      {findings.length > mostFindings && (
        <p className="review-none">{`and ${findings.length - mostFindings} more`}</p>
      )}
    </Card>
  );
}

const mostFindings = 200;

const tones: Readonly<Record<string, Tone>> = { error: "bad", warning: "warn", info: "neutral" };

function keyOf({ rule, file, line, message }: ReviewedFinding): string {
  return `${rule} ${file} ${line} ${message}`;
}
