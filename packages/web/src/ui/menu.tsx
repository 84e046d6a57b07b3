import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import "./menu.css";

type MenuProps = {
  /** Class of the button that opens it. */
  readonly className: string;
  /** Names the list. The button is named by its own text. */
  readonly label: string;
  readonly button: ReactNode;
  readonly children: ReactNode;
};

/** A button with a list of actions. The browser places it, closes it on Escape and outside clicks, and returns the focus. */
export function Menu({ className, label, button, children }: MenuProps): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" className={className} popoverTarget={id} aria-haspopup="menu">
        {button}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className="menu"
        tabIndex={-1}
        onToggle={(event) => event.newState === "open" && itemsOf(list.current)[0]?.focus()}
        onKeyDown={(event) => moveFocus(event, list.current)}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest(itemSelector))
            list.current?.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}

type MenuItemProps = {
  readonly icon?: LucideIcon;
  readonly isChecked?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
};

export function MenuItem({ icon: Icon, isChecked, onClick, children }: MenuItemProps): ReactNode {
  const role =
    isChecked === undefined ? { role: "menuitem" } : { role: "menuitemradio", "aria-checked": isChecked };
  return (
    <button type="button" {...role} className="menu-item" tabIndex={-1} onClick={onClick}>
      {Icon && <Icon size={16} aria-hidden />}
      <span className="clip">{children}</span>
      {isChecked && <Check size={16} className="menu-check" aria-hidden />}
    </button>
  );
}

const itemSelector = '[role^="menuitem"]';

function itemsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(itemSelector) ?? [])];
}

function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const items = itemsOf(list);
  const at = items.findIndex((item) => item.matches(":focus"));
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  if (event.key === "Tab") list?.hidePopover();
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  items[target]?.focus();
}
