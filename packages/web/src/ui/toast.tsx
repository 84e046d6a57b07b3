import X from "lucide-react/icons/x";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { Button, IconButton } from "./button.tsx";
import "./toast.css";

export type Toast = {
  readonly text: string;
  readonly isBad?: boolean;
  /** Offered where the change can be taken back. */
  readonly undo?: () => void;
};
type Shown = Toast & { readonly id: number };

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Says what has just happened. Toasts with an undo stay longer. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const remove = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const show = useCallback(
    (toast: Toast) => {
      const id = performance.now();
      setShown((all) => [...all.slice(-3), { ...toast, id }]);
      window.setTimeout(() => remove(id), toast.undo || toast.isBad ? 12_000 : 6000);
    },
    [remove],
  );
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {shown.map(({ id, text, isBad, undo }) => (
          <div key={id} className={isBad ? "toast toast-bad" : "toast"}>
            <span>{text}</span>
            {undo && (
              <Button
                onClick={() => {
                  remove(id);
                  undo();
                }}
              >
                Undo
              </Button>
            )}
            <IconButton icon={X} label="Dismiss" onClick={() => remove(id)} />
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
