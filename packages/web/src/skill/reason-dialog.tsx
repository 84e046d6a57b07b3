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
  readonly onConfirm: (reason: string) => void;
};

/** A confirmation with a reason that others will read. */
export function ReasonDialog(props: ReasonDialogProps): ReactNode {
  const { text, hint, isOptional = false, onConfirm, onClose, ...dialog } = props;
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const close = (): void => {
    setReason("");
    setMissing(false);
    onClose();
  };
  const confirm = (): void => {
    if (!isOptional && reason.trim() === "") {
      setMissing(true);
      return;
    }
    onConfirm(reason.trim());
    close();
  };
  return (
    <Confirm {...dialog} onClose={close} onConfirm={confirm}>
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
