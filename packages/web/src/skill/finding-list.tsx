import type { ReviewedFinding } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Link } from "../ui/link.tsx";
import "./finding-list.css";
import { skillAddress } from "./skill-state.ts";

type FindingListProps = {
  readonly findings: readonly ReviewedFinding[];
  readonly name: string;
  readonly version: string;
  /** Those that the version compared with does not have; they come first. */
  readonly newOnes?: readonly ReviewedFinding[] | undefined;
};

/** What the security rules found, each with its place: what is new first, then the gravest. */
export function FindingList({ findings, name, version, newOnes = [] }: FindingListProps): ReactNode {
  const newKeys = new Set(newOnes.map(keyOf));
  const isNew = (finding: ReviewedFinding): boolean => newKeys.has(keyOf(finding));
  const sorted = findings.toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)) || rankOf(a) - rankOf(b));
  return (
    <ul className="findings">
      {sorted.slice(0, most).map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same finding may be there twice, and the list never changes
        <li key={index}>
          <LevelBadge level={levelOf(finding)} />
          <div className="finding-text">
            <p>
              {finding.message} {isNew(finding) && <Badge tone="accent">new</Badge>}
            </p>
            <FindingPlace {...{ finding, name, version }} />
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

type FindingPlaceProps = Pick<FindingListProps, "name" | "version"> & { readonly finding: ReviewedFinding };

/** Leads to the line, and names the rule. */
export function FindingPlace({ finding: { file, line, rule }, name, version }: FindingPlaceProps): ReactNode {
  return (
    <p className="finding-place">
      <Link
        className="mono"
        href={skillAddress(name, { version, tab: "files", path: file, line: String(line) })}
      >
        {`${file}:${line}`}
      </Link>
      <span className="soft mono">{rule}</span>
    </p>
  );
}

export function LevelBadge({ level }: { readonly level: string }): ReactNode {
  return <Badge tone={tones[level] ?? "neutral"}>{level}</Badge>;
}

/** How dangerous a finding is; findings from before the scanner say only how severe. */
export function levelOf({ level, severity }: ReviewedFinding): string {
  return level ?? severity;
}

const tones: Readonly<Record<string, Tone>> = {
  ...{ critical: "bad", high: "bad", medium: "warn", low: "neutral" },
  ...{ error: "bad", warning: "warn", info: "neutral" },
};

const gravestFirst = ["critical", "high", "error", "medium", "warning", "low", "info"];

function rankOf(finding: ReviewedFinding): number {
  return gravestFirst.indexOf(levelOf(finding));
}

function keyOf({ rule, file, line, message }: ReviewedFinding): string {
  return `${rule} ${file} ${line} ${message}`;
}
