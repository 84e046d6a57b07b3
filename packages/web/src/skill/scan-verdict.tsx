import type { ScanSummary } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";
import { formatCount } from "../ui/format.ts";
import "./scan-verdict.css";

type ScanVerdictProps = {
  readonly scan: ScanSummary | undefined;
  /** The verdict of the version that was approved last. */
  readonly before?: ScanSummary["verdict"] | undefined;
};

/** The verdict of a version's scan, the rules that decided and what was not read. Versions from before the scanner have none. */
export function ScanVerdict({ scan, before }: ScanVerdictProps): ReactNode {
  if (scan === undefined) return null;
  const { unread } = scan;
  return (
    <section className="scan" aria-label="Scan">
      <p className="scan-line">
        <span className="soft">Scan</span> <ScanResult scan={scan} />
        {before !== undefined && before !== scan.verdict && (
          <span className="soft">{`approved before: ${before}`}</span>
        )}
      </p>
      {unread.length > 0 && (
        <details className="scan-unread">
          <summary>{`${formatCount(unread.length, "file")} could not be read`}</summary>
          <ul>
            {unread.slice(0, most).map(({ path, reason, isUsed }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries of an archive can have one path, and the list never changes.
              <li key={index}>
                <code>{path}</code>
                <span className="soft">{isUsed ? `${reason}, used by the skill` : reason}</span>
              </li>
            ))}
            {unread.length > most && <li className="soft">{`${unread.length - most} more`}</li>}
          </ul>
        </details>
      )}
    </section>
  );
}

/** More are counted. */
const most = 100;

/** The verdict with the rules that decided. */
export function ScanResult({ scan: { verdict, reasons } }: { readonly scan: ScanSummary }): ReactNode {
  return (
    <>
      <VerdictBadge verdict={verdict} />
      {reasons.length > 0 && <span>{reasons.join(", ")}</span>}
    </>
  );
}

export function VerdictBadge({ verdict }: Pick<ScanSummary, "verdict">): ReactNode {
  return (
    <Badge tone={tones[verdict]} title="Verdict of the scan">
      {verdict}
    </Badge>
  );
}

const tones = { block: "bad", review: "warn", partial: "warn", pass: "good" } as const;
