import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button, IconButton } from "./button.tsx";
import "./dialog.css";

type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/**
 * The browser's modal dialog: it keeps the focus inside, closes on Escape, and gives the focus back.
 * @public
 */
export function Dialog({ title, isOpen, onClose, actions, children }: DialogProps): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!isOpen) return dialog.current?.close();
    dialog.current?.showModal();
    // The browser would begin with Close, which comes first in the document.
    const find = (selector: string) => dialog.current?.querySelector<HTMLElement>(selector);
    (find(firstField) ?? find(".dialog-foot button:not([disabled])"))?.focus();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} closedby="any" onClose={onClose}>
      {isOpen && (
        <>
          <header className="dialog-head">
            <h2 id={id}>{title}</h2>
            <IconButton icon={X} label="Close" onClick={onClose} />
          </header>
          <div className="dialog-body">{children}</div>
          {actions !== undefined && <footer className="dialog-foot">{actions}</footer>}
        </>
      )}
    </dialog>
  );
}

const firstField = ".dialog-body :is(input, select, textarea):not([disabled], [readonly])";

type ConfirmProps = Omit<DialogProps, "actions"> & {
  /** The button says what it does: `Revoke pdf-forms`, never `OK`. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
};

/** Asks before something that others will notice. The content names what will happen, and to whom. */
export function Confirm({
  action,
  isDangerous = false,
  isBusy = false,
  onConfirm,
  ...dialog
}: ConfirmProps): ReactNode {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button kind={isDangerous ? "danger" : "primary"} isBusy={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}
