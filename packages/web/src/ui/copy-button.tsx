import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { type ReactNode, useState } from "react";
import { IconButton } from "./button.tsx";
import { useToast } from "./toast.tsx";

type CopyButtonProps = {
  readonly text: string;
  /** What is copied: `Copy digest`. */
  readonly label: string;
};

export function CopyButton({ text, label }: CopyButtonProps): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const show = useToast();
  const copy = async (): Promise<void> => {
    try {
      // Browsers offer the clipboard only over https and on this machine.
      await navigator.clipboard.writeText(text);
      setCopied(true);
      window.setTimeout(() => setCopied(false), 2000);
    } catch {
      show({ text: "The browser did not allow copying. Select the text and copy it.", isBad: true });
    }
  };
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={isCopied ? "Copied" : label}
      onClick={() => void copy()}
    />
  );
}
