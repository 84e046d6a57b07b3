import type { Approval, VersionDetails } from "@skillwright/core/registry";
import KeyRound from "lucide-react/icons/key-round";
import ShieldOff from "lucide-react/icons/shield-off";
import ShieldQuestion from "lucide-react/icons/shield-question-mark";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { useMay, useMe } from "../api/use-me.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatBytes } from "../ui/format.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { ErrorState, Skeleton } from "../ui/states.tsx";
import { shortActor } from "./skill-state.ts";
import type { TabProps } from "./skill-tabs.tsx";

/** Who made this version what it is: signature, publisher, approval, and the hashes by which anybody can check it. */
export function ProvenanceTab({ details, skill }: TabProps): ReactNode {
  const may = useMay();
  return (
    <div className="skill-stack">
      <Signature details={details} />
      <Card title="Where it comes from">
        <dl className="facts facts-wide">
          <div>
            <dt>Published</dt>
            <dd>
              <RelativeTime time={details.publishedAt} />
              <span>by</span>
              <strong title={details.publisher}>
                {shortActor(details.publisher, details.publisherName)}
              </strong>
              <span className="soft mono clip">{details.publisher}</span>
            </dd>
          </div>
          <Hash title="Content" value={details.digest} note="of every file; agents and approvals name it" />
          <Hash title="Archive" value={details.archive.digest} note={formatBytes(details.archive.size)} />
          <Hash
            title="Git commit"
            value={details.commit}
            note="follows from the version alone, so it can be pinned"
          />
        </dl>
      </Card>
      {may("approvals:read") && skill.permissions.includes("approvals:read") && (
        <Approvals details={details} />
      )}
    </div>
  );
}

function Signature({ details }: { readonly details: VersionDetails }): ReactNode {
  const { signer, signature, version, scan } = details;
  if (signature === undefined)
    return (
      <Card title="Signature">
        <Status icon={ShieldOff} tone="neutral" title="Not signed">
          {`Version ${version} has no signature. Its content is still fixed: the hub refuses other bytes under this version.`}
        </Status>
      </Card>
    );
  const link = (
    <a href={`/api/v1/blobs/${signature.digest}`} download={`${version}.sigstore.json`}>
      {`Download the signature (${formatBytes(signature.size)})`}
    </a>
  );
  if (signer === undefined)
    return (
      <Card title="Signature" actions={link}>
        <Status icon={ShieldQuestion} tone="warn" title="Signed, but not verified here">
          The signature is of an identity, and this hub has no trust root to verify it with. Clients that have
          one verify it themselves.
        </Status>
      </Card>
    );
  return (
    <Card title="Signature" actions={link}>
      <Status
        icon={KeyRound}
        tone={scan?.verdict === "block" ? "neutral" : "good"}
        title="Signed and verified"
      >
        The hub verified the signature before it stored the version. It covers the name, the version and the
        content.
      </Status>
      <dl className="facts facts-wide">
        <Hash title="Signer" value={signer} note="" />
      </dl>
    </Card>
  );
}

type StatusProps = {
  readonly icon: typeof KeyRound;
  readonly tone: "good" | "warn" | "neutral";
  readonly title: string;
  readonly children: ReactNode;
};

function Status({ icon: Icon, tone, title, children }: StatusProps): ReactNode {
  return (
    <div className={`provenance-status provenance-${tone}`}>
      <Icon size={24} strokeWidth={1.5} aria-hidden />
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        <p className="soft">{children}</p>
      </div>
    </div>
  );
}

type HashProps = { readonly title: string; readonly value: string; readonly note: string };

function Hash({ title, value, note }: HashProps): ReactNode {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <span className="mono clip" title={value}>
          {value}
        </span>
        <CopyButton text={value} label={`Copy ${title.toLowerCase()}`} />
        {note !== "" && <span className="soft facts-note">{note}</span>}
      </dd>
    </div>
  );
}

/** Who let it through, and with which words. */
function Approvals({ details: { name, version } }: { readonly details: VersionDetails }): ReactNode {
  const route = "GET /api/v1/approvals";
  const approved = useHub(route, { query: { state: "approved", name } });
  const rejected = useHub(route, { query: { state: "rejected", name } });
  const pending = useHub(route, { query: { state: "pending", name } });
  const answers = [pending, approved, rejected];
  const isKnown = answers.every(({ data }) => data !== undefined);
  const found = answers.flatMap(({ data }) => data?.approvals ?? []).filter((one) => one.version === version);
  const failed = answers.find(({ error }) => error !== null);
  return (
    <Card title="Approvals">
      {!isKnown && (failed ? <ErrorState error={failed.error} isSmall /> : <Skeleton lines={2} />)}
      {isKnown && found.length === 0 && (
        <p className="soft">The policies did not require an approval of this version.</p>
      )}
      <ul className="approvals-of">
        {found.map((approval) => (
          <ApprovalItem key={approval.id} approval={approval} />
        ))}
      </ul>
    </Card>
  );
}

const tones = { approved: "good", rejected: "bad", pending: "accent" } as const;

function ApprovalItem({ approval }: { readonly approval: Approval }): ReactNode {
  const { state, askedBy, askedAt, decidedBy, decidedAt, comment, reason, asks } = approval;
  const said = comment ?? reason;
  const actor = decidedBy ?? askedBy;
  const me = useMe();
  return (
    <li>
      <Badge tone={state in tones ? tones[state as keyof typeof tones] : "neutral"}>
        {state === "pending" ? "waits" : state}
      </Badge>
      <div>
        <p>
          {decidedBy === undefined ? "Asked by " : "By "}
          <strong title={actor}>{actor === me?.id ? "you" : shortActor(actor)}</strong>{" "}
          <RelativeTime time={decidedAt ?? askedAt} />
          {asks.length > 0 && <span className="soft">{`, because of ${asks.join(", ")}`}</span>}
        </p>
        {said !== "" && <p className="soft">{said}</p>}
      </div>
    </li>
  );
}
