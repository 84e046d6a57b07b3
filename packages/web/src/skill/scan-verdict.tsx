import type { ReviewedFinding, ScanSummary } from "@skillwright/core/registry";
import FileQuestion from "lucide-react/icons/file-question-mark";
import OctagonX from "lucide-react/icons/octagon-x";
import ScanSearch from "lucide-react/icons/scan-search";
import ShieldAlert from "lucide-react/icons/shield-alert";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { Badge } from "../ui/badge.tsx";
import { formatCount } from "../ui/format.ts";
import { FindingPlace, LevelBadge, levelOf } from "./finding-list.tsx";
import "./scan-verdict.css";

type ScanVerdictProps = {
  readonly name: string;
  readonly version: string;
  readonly scan: ScanSummary | undefined;
  readonly findings: readonly ReviewedFinding[];
  /** Its files cannot be opened yet. */
  readonly isDraft?: boolean;
  /** The version that was approved last, and the verdict of its scan. */
  readonly before?: { readonly version: string; readonly verdict: ScanSummary["verdict"] } | undefined;
};

const looks = {
  block: { icon: OctagonX, text: "Do not use this version." },
  review: { icon: ShieldAlert, text: "A person should read the reasons before an agent uses it." },
  partial: { icon: FileQuestion, text: "Nothing was found in what could be read, but some of it could not." },
  pass: { icon: ScanSearch, text: "Nothing was found. That is no proof that the skill is harmless." },
} as const;

/** The verdict on a version, then the findings that decided: how grave, what, where, why it matters, what to do. */
export function ScanVerdict(props: ScanVerdictProps): ReactNode {
  const { scan, before } = props;
  if (scan === undefined)
    return (
      <section className="scan" aria-label="Scan">
        <p className="scan-head">
          <ScanSearch size={18} aria-hidden />
          <span>
            <strong>Not scanned.</strong> It was published before the hub scanned skills. Publish it as a new
            version to have it scanned.
          </span>
        </p>
      </section>
    );
  const { verdict, reasons } = scan;
  const { icon: Icon, text } = looks[verdict];
  return (
    <section className={`scan scan-${verdict}`} aria-label="Scan">
      <p className="scan-head">
        <Icon size={18} aria-hidden />
        <VerdictBadge verdict={verdict} />
        <span>{text}</span>
        {before !== undefined && before.verdict !== verdict && (
          <span className="soft">
            {before.version} was <VerdictBadge verdict={before.verdict} />
          </span>
        )}
      </p>
      {reasons.length > 0 && <Reasons {...props} reasons={reasons} />}
      <Unread unread={scan.unread} />
    </section>
  );
}

type ReasonsProps = Omit<ScanVerdictProps, "scan"> & Pick<ScanSummary, "reasons">;

function Reasons({ name, version, reasons, findings, isDraft = false }: ReasonsProps): ReactNode {
  const { data } = useHub("GET /api/v1/rules", {});
  return (
    <ol className="scan-reasons" aria-label="Reasons">
      {reasons.map((rule) => {
        // The gravest finding of a rule is the one that decided.
        const [finding] = findings
          .filter((one) => one.rule === rule)
          .toSorted((a, b) => levels.indexOf(levelOf(a)) - levels.indexOf(levelOf(b)));
        const words = data?.rules[rule];
        return (
          <li key={rule}>
            <p className="scan-reason">
              {finding && <LevelBadge level={levelOf(finding)} />}
              <strong>{finding?.message ?? rule}</strong>
            </p>
            {finding && !isDraft && <FindingPlace {...{ finding, name, version }} />}
            {words && (
              <p>
                {words.why} <span className="scan-remedy">{words.remedy}</span>
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

const levels = ["critical", "high", "medium", "low"];

function Unread({ unread }: Pick<ScanSummary, "unread">): ReactNode {
  if (unread.length === 0) return null;
  return (
    <details className="scan-unread">
      <summary>{`${formatCount(unread.length, "file")} could not be read`}</summary>
      <ul>
        {unread.slice(0, most).map(({ path, reason, isUsed }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries of an archive can have one path, and the list never changes.
          <li key={index}>
            <code>{path}</code>
            <span className="soft">{`${unreadWords[reason]}${isUsed ? ", used by the skill" : ""}`}</span>
          </li>
        ))}
        {unread.length > most && <li className="soft">{`${unread.length - most} more`}</li>}
      </ul>
    </details>
  );
}

/** More are counted. */
const most = 100;

const unreadWords: Readonly<Record<ScanSummary["unread"][number]["reason"], string>> = {
  "too-large": "too large",
  "too-many": "too many files",
  encrypted: "encrypted",
  binary: "binary",
  damaged: "damaged",
  budget: "more than the scan may read",
  folder: "in a folder that is not searched",
  unreadable: "not readable",
};

export function VerdictBadge({ verdict }: Pick<ScanSummary, "verdict">): ReactNode {
  return (
    <Badge tone={tones[verdict]} title="Verdict of the scan">
      {verdict}
    </Badge>
  );
}

const tones = { block: "bad", review: "warn", partial: "warn", pass: "good" } as const;
