import type { Approval } from "@skillwright/core/registry";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMe } from "../api/use-me.ts";
import { VerdictBadge } from "../skill/scan-verdict.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm, Dialog } from "../ui/dialog.tsx";
import { Select, TextField } from "../ui/field.tsx";
import { formatCount } from "../ui/format.ts";
import { useDecide } from "./use-decide.ts";

/** What a reviewer is about to do. `take-back` rejects what is approved. */
export type Decision = {
  readonly kind: "approve" | "reject" | "take-back";
  readonly requests: readonly Approval[];
};

type DecisionDialogProps = {
  readonly decision: Decision | undefined;
  readonly onClose: () => void;
  readonly onDecided: (ids: readonly string[]) => void;
};

const verbs = { approve: "Approve", reject: "Reject", "take-back": "Take back the approval of" } as const;

/** Says what will happen to which versions, and takes a comment. Afterwards it says what did not work, and why. */
export function DecisionDialog({ decision, onClose, onDecided }: DecisionDialogProps): ReactNode {
  const [comment, setComment] = useState("");
  const [days, setDays] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { decide, isBusy, refused, clear } = useDecide(onDecided);
  useEffect(() => {
    if (decision === undefined) return;
    setComment("");
    setDays("");
    field.current?.focus();
  }, [decision]);
  if (refused.length > 0) return <Refused refused={refused} onClose={clear} />;
  const close = (): void => {
    if (!isBusy) onClose();
  };
  const requests = decision?.requests ?? [];
  const kind = decision?.kind ?? "approve";
  const subject = requests.length === 1 ? nameOf(requests[0]) : formatCount(requests.length, "version");
  const title = `${verbs[kind]} ${subject}`;
  const confirm = (): void => {
    if (decision === undefined || isBusy) return;
    const expiresAt =
      days === "" ? undefined : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
    void decide(decision, { comment, expiresAt }).then((hasAnswer) => {
      if (hasAnswer) onClose();
    });
  };
  return (
    <Confirm
      title={`${title}?`}
      action={title}
      isOpen={decision !== undefined}
      isDangerous={kind !== "approve"}
      isBusy={isBusy}
      onClose={close}
      onConfirm={confirm}
    >
      <p>{consequences[kind]}</p>
      {kind === "approve" && requests.length === 1 && <Doubt requests={requests} />}
      {requests.length > 1 && <Summary requests={requests} isApproving={kind === "approve"} />}
      <form
        className="decision-form"
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <TextField
          ref={field}
          label="Comment"
          hint="Whoever asked sees it, and the audit log keeps it."
          value={comment}
          maxLength={1000}
          autoComplete="off"
          onChange={(event) => setComment(event.target.value)}
        />
        {kind === "approve" && <Validity days={days} onChange={setDays} />}
      </form>
    </Confirm>
  );
}

function Validity({
  days,
  onChange,
}: {
  readonly days: string;
  readonly onChange: (days: string) => void;
}): ReactNode {
  return (
    <Select
      label="Valid"
      value={days}
      onChange={onChange}
      options={[
        { value: "", label: "As long as the policy allows" },
        { value: "30", label: "For 30 days at most" },
        { value: "90", label: "For 90 days at most" },
        { value: "365", label: "For a year at most" },
      ]}
    />
  );
}

const consequences = {
  approve:
    "Agents may use exactly this content from now on. If it or what it asks for changes, it needs another approval.",
  reject: "Agents may not use it. Its author can publish a new version, or ask again.",
  "take-back":
    "Deployments of it stop: agents remove it when they next contact the hub. Its author can ask again.",
} as const;

/** What the scan of the only version says against it. */
function Doubt({ requests: [request] }: Pick<Decision, "requests">): ReactNode {
  if (request === undefined || !isDoubtful(request)) return null;
  return (
    <p>
      <VerdictBadge verdict={request.scanVerdict} /> is the verdict of its scan.
    </p>
  );
}

type Doubtful = Approval & { readonly scanVerdict: NonNullable<Approval["scanVerdict"]> };

function isDoubtful(request: Approval): request is Doubtful {
  return request.scanVerdict !== undefined && request.scanVerdict !== "pass";
}

/** Every version that is decided, so that nothing happens by mistake. */
function Summary({
  requests,
  isApproving,
}: {
  readonly requests: readonly Approval[];
  readonly isApproving: boolean;
}): ReactNode {
  const me = useMe()?.id;
  return (
    <ul className="decision-summary" aria-label="What will be decided">
      {requests.map((request) => (
        <li key={request.id}>
          <span className="clip">
            {request.name} <span className="soft">{request.version}</span>
          </span>
          {isDoubtful(request) && <VerdictBadge verdict={request.scanVerdict} />}
          {isApproving && (request.askedBy === me || request.publisher === me) && (
            <span className="decision-own">Yours: another reviewer must approve it</span>
          )}
        </li>
      ))}
    </ul>
  );
}

type RefusedProps = {
  readonly refused: ReturnType<typeof useDecide>["refused"];
  readonly onClose: () => void;
};

function Refused({ refused, onClose }: RefusedProps): ReactNode {
  return (
    <Dialog
      title={`${formatCount(refused.length, "version")} could not be decided`}
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="decision-summary">
        {refused.map(({ request, reason }) => (
          <li key={request.id} className="decision-refused">
            <span className="clip">{nameOf(request)}</span>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function nameOf(request: Approval | undefined): string {
  return request === undefined ? "" : `${request.name} ${request.version}`;
}
