import type { AuditIntegrity } from "@skillwright/core/registry";
import ShieldAlert from "lucide-react/icons/shield-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import { type ReactNode, useEffect, useState } from "react";
import { useHub } from "../api/use-hub.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatNumber } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";

/** Whether the log is what it was: what the hub has just checked, and the signature as this browser sees it. */
export function IntegrityCard(): ReactNode {
  const integrity = useHub("GET /api/v1/audit/integrity", {});
  return (
    <section className="integrity" aria-label="Integrity of the log">
      <Loaded of={integrity} isSmall loading={<span className="soft">Checking the log…</span>}>
        {(data) => (
          <Integrity data={data} isBusy={integrity.isFetching} onCheck={() => void integrity.refetch()} />
        )}
      </Loaded>
    </section>
  );
}

type IntegrityProps = {
  readonly data: AuditIntegrity;
  readonly isBusy: boolean;
  readonly onCheck: () => void;
};

function Integrity({ data, isBusy, onCheck }: IntegrityProps): ReactNode {
  const { size, sound, checked, checkedAt, checkpoint, root, key } = data;
  const signature = useSignature(data);
  const Icon = sound ? ShieldCheck : ShieldAlert;
  return (
    <>
      <p className={sound ? "integrity-state event-good" : "integrity-state event-bad"}>
        <Icon size={18} aria-hidden />
        <strong>{sound ? "The log is intact" : `${data.faults.length} faults in the log`}</strong>
      </p>
      <dl>
        <Fact name="Entries">{formatNumber(size)}</Fact>
        <Fact name="Checked">
          {formatNumber(checked.to - checked.from)} newest, <RelativeTime time={checkedAt} />
        </Fact>
        <Fact name="Checkpoint">
          {checkpoint === undefined ? "none yet" : <RelativeTime time={checkpoint.signedAt} />}
        </Fact>
        <Fact name="Signature">{signature}</Fact>
        <Fact name="Root">
          <span className="mono clip" title={root}>
            {root.slice(0, 12)}…
          </span>
          <CopyButton text={checkpoint?.note ?? root} label="Copy checkpoint" />
        </Fact>
        <Fact name="Key">
          <span className="mono clip" title={key}>
            {key.split("+")[1]}
          </span>
          <CopyButton text={key} label="Copy key" />
        </Fact>
      </dl>
      <Button isBusy={isBusy} onClick={onCheck}>
        Check again
      </Button>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function useSignature({ checkpoint, key }: AuditIntegrity): string {
  const [words, setWords] = useState("…");
  const note = checkpoint?.note;
  useEffect(() => {
    let isCurrent = true;
    const say = (text: string): void => {
      if (isCurrent) setWords(text);
    };
    if (note === undefined) say("none yet");
    else if (globalThis.crypto.subtle === undefined) say("needs https");
    else
      import("./proof.ts")
        .then(({ verifyCheckpoint }) => verifyCheckpoint(note, key))
        .then((head) => say(head === undefined ? "not valid" : "valid"))
        .catch(() => say("not checked by this browser"));
    return () => {
      isCurrent = false;
    };
  }, [note, key]);
  return words;
}
