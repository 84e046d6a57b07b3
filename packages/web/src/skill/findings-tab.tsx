import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { formatCount } from "../ui/format.ts";
import { EmptyState } from "../ui/states.tsx";
import { FindingList } from "./finding-list.tsx";
import { ScanVerdict } from "./scan-verdict.tsx";
import type { TabProps } from "./skill-tabs.tsx";

/** The verdict on this version, and everything that the security rules found in it. */
export function FindingsTab({ details: { findings, name, version, scan } }: TabProps): ReactNode {
  return (
    <>
      <ScanVerdict {...{ name, version, scan, findings }} />
      {findings.length > 0 && (
        <Card isFlush title={formatCount(findings.length, "finding")}>
          <FindingList {...{ findings, name, version }} />
        </Card>
      )}
      {findings.length === 0 && scan !== undefined && (
        <EmptyState isSmall title="The security rules found nothing">
          {scan.unread.length > 0
            ? "Look at the files above yourself, or ask the publisher for them in another form."
            : `The hub read every file of ${version} when it was published. Read its instructions and scripts too.`}
        </EmptyState>
      )}
    </>
  );
}
