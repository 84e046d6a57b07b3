import type { RevocationRecord } from "@skillwright/core/registry";
import { type ReactNode, useEffect, useState } from "react";
import { Confirm } from "../ui/dialog.tsx";
import { Select, TextArea, TextField } from "../ui/field.tsx";
import { formatCount } from "../ui/format.ts";
import { AffectedSummary } from "./affected-summary.tsx";
import type { SetDeploymentsUrl } from "./deployments-page.tsx";
import { kindHelp, kinds } from "./revocation-kinds.ts";
import { usePreview } from "./use-preview.ts";
import { useRevoke } from "./use-revoke.ts";

type RevokeDialogProps = {
  readonly isOpen: boolean;
  readonly target: { readonly kind: string; readonly value: string };
  readonly onClose: () => void;
  readonly setUrl: SetDeploymentsUrl;
};

/** Stops something everywhere: what, why and for how long, with who is affected before it happens. */
export function RevokeDialog({ isOpen, target, onClose, setUrl }: RevokeDialogProps): ReactNode {
  const [message, setMessage] = useState("");
  const [hours, setHours] = useState("");
  const { revoke, isBusy } = useRevoke();
  useEffect(() => {
    if (isOpen) return;
    setMessage("");
    setHours("");
  }, [isOpen]);
  const kind = kinds.find((one) => one === target.kind) ?? "name";
  const value = target.value.trim();
  const preview = usePreview("POST /api/v1/revocations/preview", { kind, value }, isOpen && value !== "");
  const confirm = async (): Promise<void> => {
    const expiresAt =
      hours === "" ? undefined : new Date(Date.now() + Number(hours) * 3_600_000).toISOString();
    if (!(await revoke({ kind, value, message, expiresAt }))) return;
    onClose();
    setUrl({ tab: "revocations" });
  };
  return (
    <Confirm
      title="Revoke"
      action={value === "" ? "Revoke" : `Revoke ${value.length > 40 ? `${value.slice(0, 40)}…` : value}`}
      isOpen={isOpen}
      isDangerous
      isBusy={isBusy || value === ""}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <Select
        label="What"
        value={kind}
        onChange={(next) => setUrl({ kind: next, value: "" })}
        options={kinds.map((one) => ({ value: one, label: kindHelp[one].label }))}
      />
      <TextField
        label={kindHelp[kind].field}
        hint={kindHelp[kind].hint}
        value={target.value}
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setUrl({ value: event.target.value })}
      />
      <TextArea
        label="Message"
        hint="Agents show it to their users: say why, and what to use instead."
        rows={2}
        maxLength={1000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Select label="Ends" value={hours} onChange={setHours} options={durations} />
      {value !== "" && <Preview preview={preview} kind={kind} />}
    </Confirm>
  );
}

const durations = [
  { value: "", label: "When it is lifted" },
  { value: "1", label: "In an hour" },
  { value: "24", label: "In a day" },
  { value: "168", label: "In a week" },
  { value: "720", label: "In 30 days" },
];

type PreviewProps = {
  readonly preview: ReturnType<typeof usePreview<"POST /api/v1/revocations/preview">>;
  readonly kind: RevocationRecord["kind"];
};

function Preview({ preview: { data, error }, kind }: PreviewProps): ReactNode {
  if (error) return <div className="preview preview-bad">{error.message}</div>;
  if (data === undefined) return <div className="preview">Looking for agents…</div>;
  const { versions } = data;
  const isAboutSkills = ["name", "version", "digest", "publisher"].includes(kind);
  return (
    <div className="preview" role="status">
      <AffectedSummary affected={data} verb="stop using" />
      {isAboutSkills && (
        <p>
          {versions.length === 0
            ? "The hub has no such version; agents refuse it wherever it is from."
            : `${formatCount(versions.length, "version")}: ${versions
                .slice(0, 5)
                .map(({ name, version }) => `${name} ${version}`)
                .join(", ")}${versions.length > 5 ? " …" : ""}`}
        </p>
      )}
    </div>
  );
}
