import type { Draft } from "@skillwright/core/registry";
import { type ReactNode, useState } from "react";
import { useChange } from "../api/use-hub.ts";
import { ScanVerdict } from "../skill/scan-verdict.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { useToast } from "../ui/toast.tsx";
import type { OpenedSkill } from "./open-skill.ts";

type SaveDraftProps = {
  readonly name: string;
  readonly text: string;
  readonly opened: OpenedSkill | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

/** Saves the text in the hub for its author alone, says what publishing it would mean, and publishes it. */
export function SaveDraft({ name, text, opened, isOpen, onClose, onSaved }: SaveDraftProps): ReactNode {
  const [version, setVersion] = useState(opened?.version ?? "0.1.0");
  const [saved, setSaved] = useState<Draft>();
  const show = useToast();
  const save = useChange("PUT /api/v1/drafts/{name}", ["GET /api/v1/drafts"]);
  const publish = useChange("POST /api/v1/drafts/{name}/publication", [
    ...(["GET /api/v1/drafts", "GET /api/v1/skills", "GET /api/v1/approvals"] as const),
  ]);
  const close = (): void => {
    setSaved(undefined);
    save.reset();
    publish.reset();
    onClose();
  };
  const saveNow = (): void =>
    save.mutate(
      { params: { name }, body: { version, text, base: opened?.base } },
      {
        onSuccess: (draft) => {
          setSaved(draft);
          onSaved();
        },
      },
    );
  const publishNow = (): void =>
    publish.mutate(
      { params: { name } },
      {
        onSuccess: ({ state }) => {
          const outcome = state === "approved" ? "is published" : "waits for approval";
          show({ text: `${name} ${version} ${outcome}.` });
          close();
        },
      },
    );
  const error = save.error ?? publish.error;
  return (
    <Dialog
      title={saved === undefined ? `Save a draft of ${name}` : `The draft of ${name} is saved`}
      {...{ isOpen, onClose: close }}
      actions={
        <SaveActions
          {...{ saved, close, saveNow, publishNow }}
          isBusy={save.isPending || publish.isPending}
        />
      }
    >
      {saved === undefined ? (
        <>
          <p>
            Only you see a draft, and no agent gets it. It replaces the draft of this skill that you may have.
          </p>
          <TextField
            label="Version"
            hint="The number that it gets when it is published."
            value={version}
            onChange={(event) => setVersion(event.target.value.trim())}
          />
          {opened !== undefined && opened.files.length > 0 && (
            <p>Its other files stay as they are in version {opened.base}.</p>
          )}
        </>
      ) : (
        <SavedDraft draft={saved} />
      )}
      {error && (
        <p className="field-error" role="alert">
          {error.message}
        </p>
      )}
    </Dialog>
  );
}

function SavedDraft({ draft }: { readonly draft: Draft }): ReactNode {
  const { name, version, problem, scan, findings } = draft;
  if (problem !== undefined) return <p>It cannot be published yet: {problem}</p>;
  return (
    <>
      {scan !== undefined && <ScanVerdict {...{ name, version, scan, findings, isDraft: true }} />}
      <PolicyWords draft={draft} />
    </>
  );
}

function PolicyWords({ draft: { verdict, version } }: { readonly draft: Draft }): ReactNode {
  if (verdict?.effect === "allow")
    return <p>The policies allow it: once you publish version {version}, agents can have it.</p>;
  return (
    <>
      <p>
        {verdict?.effect === "deny"
          ? "The policies do not allow its publication:"
          : "The policies ask for a review first:"}
      </p>
      <ul className="editor-reasons">
        {verdict?.reasons.map(({ rule, reason }) => (
          <li key={`${rule} ${reason}`}>{reason}</li>
        ))}
      </ul>
    </>
  );
}

type SaveActionsProps = {
  readonly saved: Draft | undefined;
  readonly isBusy: boolean;
  readonly close: () => void;
  readonly saveNow: () => void;
  readonly publishNow: () => void;
};

function SaveActions({ saved, isBusy, close, saveNow, publishNow }: SaveActionsProps): ReactNode {
  const canPublish = saved?.verdict !== undefined && saved.verdict.effect !== "deny";
  return (
    <>
      <Button onClick={close}>{saved === undefined ? "Cancel" : "Keep as draft"}</Button>
      {saved === undefined && (
        <Button kind="primary" isBusy={isBusy} onClick={saveNow}>
          Save draft
        </Button>
      )}
      {canPublish && (
        <Button kind="primary" isBusy={isBusy} onClick={publishNow}>
          {saved.verdict?.effect === "ask" ? "Ask for approval" : `Publish ${saved.version}`}
        </Button>
      )}
    </>
  );
}
