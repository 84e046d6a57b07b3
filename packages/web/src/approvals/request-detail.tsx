import type { Approval, ApprovalReview } from "@skillwright/core/registry";
import Check from "lucide-react/icons/check";
import Undo2 from "lucide-react/icons/undo-2";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { useChange, useHub } from "../api/use-hub.ts";
import { useMay, useMe } from "../api/use-me.ts";
import { FindingList } from "../skill/finding-list.tsx";
import { RequestedTable } from "../skill/requested-table.tsx";
import { ScanVerdict, VerdictBadge } from "../skill/scan-verdict.tsx";
import { shortDigest, skillAddress } from "../skill/skill-state.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCount } from "../ui/format.ts";
import { Link } from "../ui/link.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { principalName } from "../ui/principal-name.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { useToast } from "../ui/toast.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import type { Decision } from "./decision-dialog.tsx";
import { Verdict } from "./verdict.tsx";

type RequestDetailProps = {
  readonly id: string;
  readonly isSplit: boolean;
  readonly onSplit: (isSplit: boolean) => void;
  readonly onDecide: (decision: Decision) => void;
};

/** Everything a reviewer needs to decide: who asks, the policies' verdict, permissions, findings and changed files. */
export function RequestDetail({ id, isSplit, onSplit, onDecide }: RequestDetailProps): ReactNode {
  const review = useHub("GET /api/v1/approvals/{id}", { params: { id } });
  return (
    <Loaded of={review}>
      {(answer) => (
        <article className="review" aria-label={`${answer.approval.name} ${answer.approval.version}`}>
          <Head review={answer} onDecide={onDecide} />
          <Scanned review={answer} />
          <Verdict review={answer} />
          <Requested review={answer} />
          <Findings review={answer} />
          <ChangedFiles review={answer} isSplit={isSplit} onSplit={onSplit} />
        </article>
      )}
    </Loaded>
  );
}

type PartProps = { readonly review: ApprovalReview };

function Scanned({ review }: PartProps): ReactNode {
  const { approval, scan, findings, comparedWith, verdictBefore } = review;
  const before =
    comparedWith === undefined || verdictBefore === undefined
      ? undefined
      : { version: comparedWith, verdict: verdictBefore };
  return <ScanVerdict {...{ name: approval.name, version: approval.version, scan, findings, before }} />;
}

/** What the approved version asked for and what this one asks for. */
function Requested({ review }: PartProps): ReactNode {
  const { requested, requestedBefore, comparedWith, approval, scan, verdictBefore } = review;
  return (
    <RequestedTable
      before={{
        title: comparedWith === undefined ? "Approved before" : `Approved ${comparedWith}`,
        requested: requestedBefore,
        scan: verdictBefore && <VerdictBadge verdict={verdictBefore} />,
      }}
      after={{
        title: `Requested ${approval.version}`,
        requested,
        scan: scan && <VerdictBadge verdict={scan.verdict} />,
      }}
      changedScripts={review.files.filter(({ change }) => change === "changed").map(({ path }) => path)}
    />
  );
}

function Findings({ review: { approval, findings, change, comparedWith } }: PartProps): ReactNode {
  if (findings.length === 0) return null;
  const newOnes = comparedWith === undefined ? [] : change.newFindings;
  return (
    <Card title={formatCount(findings.length, "finding")} isFlush>
      <FindingList {...{ name: approval.name, version: approval.version, findings, newOnes }} />
    </Card>
  );
}

type HeadProps = Pick<RequestDetailProps, "onDecide"> & { readonly review: ApprovalReview };

function Head({ review, onDecide }: HeadProps): ReactNode {
  const { approval, names } = review;
  const { name, version, digest, askedBy, askedAt, publisher, reason, state } = approval;
  const me = useMe()?.id;
  const asker = principalName(askedBy, { names, me });
  const author = principalName(publisher, { names, me });
  return (
    <header className="review-head">
      <div className="review-title">
        <h2>
          <Link href={skillAddress(name, { version })}>{name}</Link> <span className="soft">{version}</span>
        </h2>
        {state !== "pending" && <Badge tone={tones[state]}>{labels[state]}</Badge>}
        <Actions review={review} onDecide={onDecide} />
      </div>
      <p className="soft review-meta">
        <span>
          {asker} asked for approval <RelativeTime time={askedAt} />
          {publisher !== askedBy && `; published by ${author.replace(/^You$/, "you")}`}
        </span>
        <span className="review-digest">
          <code title={digest}>{shortDigest(digest)}</code>
          <CopyButton text={digest} label="Copy digest" />
        </span>
      </p>
      {reason !== "" && <blockquote className="review-remark">{reason}</blockquote>}
      <Outcome approval={approval} names={names} />
    </header>
  );
}

const labels = {
  pending: "Waiting",
  approved: "Approved",
  rejected: "Rejected",
  withdrawn: "Taken back",
  expired: "Expired",
} as const;
const tones: Readonly<Record<Approval["state"], Tone>> = {
  pending: "accent",
  approved: "good",
  rejected: "bad",
  withdrawn: "neutral",
  expired: "warn",
};

function Outcome({ approval, names }: Pick<ApprovalReview, "approval" | "names">): ReactNode {
  const { state, decidedBy, decidedAt, comment = "", expiresAt } = approval;
  const me = useMe()?.id;
  if (state === "pending" || decidedBy === undefined) return null;
  return (
    <p className="review-outcome">
      {`${labels[state]} by ${principalName(decidedBy, { names, me }).replace(/^You$/, "you")} `}
      {decidedAt !== undefined && <RelativeTime time={decidedAt} />}
      {comment !== "" && <span>{`: “${comment}”`}</span>}
      {expiresAt !== undefined && state === "approved" && (
        <span className="soft">
          {" "}
          · valid until <RelativeTime time={expiresAt} />
        </span>
      )}
    </p>
  );
}

function Actions({ review, onDecide }: HeadProps): ReactNode {
  const { approval, undecidable, verdict } = review;
  const may = useMay();
  const me = useMe()?.id;
  const requests = [approval];
  const isOwn = me === approval.askedBy || me === approval.publisher;
  const obstacle = verdict.effect === "deny" ? "The policy rejects it." : undecidable;
  return (
    <span className="review-actions">
      {approval.state === "pending" && may("skills:publish") && isOwn && <TakeBack approval={approval} />}
      {approval.state === "pending" && may("approvals:decide") && (
        <>
          <Button icon={X} onClick={() => onDecide({ kind: "reject", requests })}>
            Reject <kbd aria-hidden>r</kbd>
          </Button>
          <Button
            icon={Check}
            kind="primary"
            disabled={obstacle !== undefined}
            title={obstacle}
            onClick={() => onDecide({ kind: "approve", requests })}
          >
            Approve <kbd aria-hidden>a</kbd>
          </Button>
        </>
      )}
      {approval.state === "approved" && may("approvals:decide") && (
        <Button icon={Undo2} onClick={() => onDecide({ kind: "take-back", requests })}>
          Take back approval
        </Button>
      )}
    </span>
  );
}

/** Whoever asked may change their mind. */
function TakeBack({ approval: { id, name, version } }: { readonly approval: Approval }): ReactNode {
  const show = useToast();
  const change = useChange("POST /api/v1/approvals/{id}/withdrawal", [
    "GET /api/v1/approvals",
    "GET /api/v1/approvals/{id}",
  ]);
  const takeBack = (): void =>
    change.mutate(
      { params: { id } },
      {
        onSuccess: () => show({ text: `Took back the request for ${name} ${version}.` }),
        onError: (error) => show({ text: error.message, isBad: true }),
      },
    );
  return (
    <Button icon={Undo2} isBusy={change.isPending} onClick={takeBack}>
      Take back request
    </Button>
  );
}
