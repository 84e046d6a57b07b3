import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatExact } from "../ui/format.ts";

type ShownOnceProps = {
  readonly title: string;
  readonly secret: string | undefined;
  readonly expiresAt: string | undefined;
  readonly children: ReactNode;
  readonly onClose: () => void;
};

/** A secret that the hub tells once: it stores only a hash. */
export function ShownOnce({ title, secret, expiresAt, children, onClose }: ShownOnceProps): ReactNode {
  return (
    <Dialog
      title={title}
      isOpen={secret !== undefined}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <p>{children}</p>
      <div className="settings-secret">
        <CodeBlock text={secret ?? ""} />
      </div>
      {expiresAt !== undefined && <p>It works until {formatExact(Date.parse(expiresAt))}.</p>}
    </Dialog>
  );
}
