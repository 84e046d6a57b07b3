import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Dialog } from "./dialog.tsx";
import "./shortcuts.css";

export type Shortcut = {
  readonly key: string;
  /** What it does, for the list of shortcuts. */
  readonly does: string;
  readonly run: () => unknown;
};

/** Single keys that act while nothing is being typed and no dialog is open. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    const shortcut = shortcuts.find(({ key }) => key === event.key);
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handle(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isCheckbox = target instanceof HTMLInputElement && target.type === "checkbox";
  return !isCheckbox && target.matches("input, textarea, select, [contenteditable]");
}

type ShortcutHelpProps = {
  readonly shortcuts: readonly Shortcut[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

export function ShortcutHelp({ shortcuts, isOpen, onClose }: ShortcutHelpProps): ReactNode {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
      <dl className="shortcuts">
        {shortcuts.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
