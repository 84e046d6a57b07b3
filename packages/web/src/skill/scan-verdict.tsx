import type { ScanSummary } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";

type ScanVerdictProps = {
  readonly scan: ScanSummary | undefined;
  /** The verdict of the version that was approved last. */
  readonly before?: ScanSummary["verdict"] | undefined;
};

/** The verdict of a version's scan with the rules that decided. Versions from before the scanner have none. */
export function ScanVerdict({ scan, before }: ScanVerdictProps): ReactNode {
  if (scan === undefined) return null;
  const { verdict, reasons, unread } = scan;
  const was = before === undefined || before === verdict ? "" : ` The approved version: ${before}.`;
  const missing = unread.length === 0 ? "" : ` Files that could not be read: ${unread.length}.`;
  return (
    <p>
      <Badge tone={tones[verdict]}>{`Scan: ${verdict}`}</Badge> {`${reasons.join(", ")}${was}${missing}`}
    </p>
  );
}

const tones = { block: "bad", review: "warn", partial: "warn", pass: "good" } as const;
