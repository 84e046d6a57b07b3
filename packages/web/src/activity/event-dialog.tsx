import type { HubEvent, PrincipalNames } from "@skillwright/core/registry";
import Download from "lucide-react/icons/download";
import Route from "lucide-react/icons/route";
import ShieldCheck from "lucide-react/icons/shield-check";
import { type ReactNode, useState } from "react";
import { callHub } from "../api/call-hub.ts";
import { useHub } from "../api/use-hub.ts";
import { downloadText } from "../charts/csv.ts";
import { useTenant } from "../state/use-tenant.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatExact, formatNumber } from "../ui/format.ts";
import { fieldsOf, kindWords, outcomeWords, sourceOf } from "./event-words.ts";
import { type ProofVerdict, toProofFile, verifyProof } from "./proof.ts";

type EventDialogProps = {
  readonly event: HubEvent | undefined;
  readonly names: PrincipalNames;
  readonly onClose: () => void;
};

/** All of one entry, and the proof that it is in the log. */
export function EventDialog({ event, names, onClose }: EventDialogProps): ReactNode {
  return (
    <Dialog
      title={event === undefined ? "" : kindWords(event.kind)}
      isOpen={event !== undefined}
      onClose={onClose}
    >
      {event !== undefined && <EventDetails event={event} names={names} key={event.leaf} />}
    </Dialog>
  );
}

function EventDetails({
  event,
  names,
}: Pick<EventDialogProps, "names"> & { readonly event: HubEvent }): ReactNode {
  const { leaf, stream, sequence, session, skill, agent, user, outcome, time, line } = event;
  const rows: readonly (readonly [string, string | null])[] = [
    ["Time", formatExact(Date.parse(time))],
    ["Outcome", outcome === null ? "" : outcomeWords(outcome)],
    ["Skill", skill],
    ["By", sourceOf(event, names)],
    ["Agent", stream === "hub" ? null : agent],
    ["User", user],
    ["Session", session],
    ["Place", `Entry ${formatNumber(leaf)}, line ${formatNumber(sequence)} of ${stream}`],
  ];
  return (
    <div className="event-details">
      <dl>
        {rows
          .filter(([, value]) => value !== null && value !== "")
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {line === null ? (
        <p className="soft">What this entry said was erased. Its hash and its place in the log stay.</p>
      ) : (
        <CodeBlock language="json" text={JSON.stringify(fieldsOf(event), null, 2)} />
      )}
      <ProofSection event={event} />
      {session !== null && session !== "" && session !== "hub" && (
        <LinkButton href={`/activity/sessions/${encodeURIComponent(session)}`} icon={Route}>
          Show the session
        </LinkButton>
      )}
    </div>
  );
}

function ProofSection({ event: { stream, sequence, line } }: { readonly event: HubEvent }): ReactNode {
  const tenant = useTenant();
  const integrity = useHub("GET /api/v1/audit/integrity", { query: { count: 0 } });
  const [verdict, setVerdict] = useState<ProofVerdict>();
  const file = `audit-proof-${stream}-${sequence}.txt`;
  const ask = async (use: "check" | "save"): Promise<void> => {
    try {
      const proof = await callHub("GET /api/v1/audit/proof", { query: { stream, sequence } }, { tenant });
      const text = toProofFile(proof);
      if (use === "save" && text !== undefined) downloadText(file, text, "text/plain");
      setVerdict(await verifyProof(proof, integrity.data?.key ?? ""));
    } catch (error) {
      const why = error instanceof Error ? error.message : "The proof could not be checked.";
      setVerdict({ isProved: false, why });
    }
  };
  if (line === null) return null;
  const key = integrity.data?.key ?? "KEY";
  return (
    <section className="event-proof" aria-label="Proof">
      <div className="event-actions">
        <Button icon={ShieldCheck} onClick={() => void ask("check")}>
          Verify here
        </Button>
        <Button icon={Download} onClick={() => void ask("save")}>
          Download proof
        </Button>
      </div>
      <p role="status" className={verdict?.isProved === false ? "event-bad" : "event-good"}>
        {verdict !== undefined &&
          (verdict.isProved
            ? `Proved in this browser: entry ${formatNumber(verdict.leaf)} of ${formatNumber(verdict.size)}, signed by the hub.`
            : `Not proved: ${verdict.why}`)}
      </p>
      <p className="soft">Verify the file offline, without the hub:</p>
      <CodeBlock text={`skillwright audit verify --proof ${file} --key '${key}'`} />
    </section>
  );
}
