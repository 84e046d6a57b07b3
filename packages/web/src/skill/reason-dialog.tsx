import { type ReactNode, useState } from "react";
import { Confirm } from "../ui/dialog.tsx";
import { TextArea } from "../ui/field.tsx";

type ReasonDialogProps = {
  readonly title: string;
  readonly action: string;
  /** What will happen, and to whom. */
  readonly text: string;
  readonly hint: string;
  readonly isOpen: boolean;
  readonly isDangerous?: boolean;
  readonly isOptional?: boolean;
  readonly onClose: () => void;
  /** False if it did not work: the dialog stays open, so that nothing typed is lost. */
  readonly onConfirm: (reason: string) => Promise<boolean>;
};

/** A confirmation with a reason that others will read. */
export function ReasonDialog(props: ReasonDialogProps): ReactNode {
  const { text, hint, isOptional = false, onConfirm, onClose, ...dialog } = props;
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = (): void => {
    setReason("");
    setMissing(false);
    onClose();
  };
  const confirm = async (): Promise<void> => {
    if (!isOptional && reason.trim() === "") {
      setMissing(true);
      return;
    }
    setBusy(true);
    if (await onConfirm(reason.trim())) close();
    setBusy(false);
  };
  return (
    <Confirm {...dialog} isBusy={isBusy} onClose={close} onConfirm={() => void confirm()}>
      <p>{text}</p>
      <TextArea
        label={isOptional ? "Reason (optional)" : "Reason"}
        hint={hint}
        maxLength={1000}
        value={reason}
        error={isMissing && reason.trim() === "" ? "Say why. Others will read it." : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </Confirm>
  );
}
