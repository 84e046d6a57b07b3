import type { ReviewedFinding } from "@skillwright/core/registry";
import ShieldCheck from "lucide-react/icons/shield-check";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { formatCount } from "../ui/format.ts";
import { Link } from "../ui/link.tsx";
import { EmptyState } from "../ui/states.tsx";
import { ScanVerdict } from "./scan-verdict.tsx";
import { skillAddress } from "./skill-state.ts";
import type { TabProps } from "./skill-tabs.tsx";

/** What the security rules found in this version, each with its place. */
export function FindingsTab({ details }: TabProps): ReactNode {
  const { findings, name, version, scan } = details;
  if (findings.length === 0 && scan !== undefined && scan.unread.length > 0)
    return (
      <>
        <ScanVerdict scan={scan} />
        <EmptyState title="The security rules found nothing in what could be read">
          Look at the files above yourself, or ask the publisher for them in another form.
        </EmptyState>
      </>
    );
  if (findings.length === 0)
    return (
      <EmptyState icon={ShieldCheck} title="The security rules found nothing">
        {`The hub read every file of ${version} when it was published. That is no proof that the skill is harmless: read its instructions and scripts too.`}
      </EmptyState>
    );
  const sorted = findings.toSorted((a, b) => rank(a) - rank(b));
  return (
    <>
      <ScanVerdict scan={scan} />
      <Card isFlush title={formatCount(findings.length, "finding")}>
        <FindingList findings={sorted} name={name} version={version} />
      </Card>
    </>
  );
}

type FindingListProps = {
  readonly findings: readonly ReviewedFinding[];
  readonly name: string;
  readonly version: string;
};

export function FindingList({ findings, name, version }: FindingListProps): ReactNode {
  return (
    <ul className="findings">
      {findings.slice(0, most).map(({ rule, severity, file, line, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same finding may be there twice, and the list never changes
        <li key={index}>
          <Badge tone={toneOf(severity)}>{severity}</Badge>
          <div className="finding-text">
            <p>{message}</p>
            <p className="finding-place">
              <Link
                className="mono"
                href={skillAddress(name, { version, tab: "files", path: file, line: String(line) })}
              >
                {`${file}:${line}`}
              </Link>
              <span className="soft mono">{rule}</span>
            </p>
          </div>
        </li>
      ))}
      {findings.length > most && (
        <li className="soft">{`The first ${most} of ${findings.length} findings are shown.`}</li>
      )}
    </ul>
  );
}

const most = 200;
const severities = ["error", "warning", "info"];

function rank({ severity }: ReviewedFinding): number {
  return severities.indexOf(severity);
}

function toneOf(severity: string): "bad" | "warn" | "neutral" {
  if (severity === "error") return "bad";
  return severity === "warning" ? "warn" : "neutral";
}
