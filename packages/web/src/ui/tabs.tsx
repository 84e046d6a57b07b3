import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { formatNumber } from "./format.ts";
import "./tabs.css";

type Tab = { readonly id: string; readonly title: string; readonly count?: number | undefined };

type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The chosen tab; keep it in the address with `useUrlState`. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
};

/** Arrow keys move between tabs, as everywhere. */
export function Tabs({ label, tabs, value, onChange, children }: TabsProps): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // On a phone the chosen tab may be out of sight. Only the list scrolls, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab is another element then
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (list.current === null || !chosen) return;
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
    };
    const step = steps[event.key];
    const next = step === undefined ? undefined : tabs.at(step % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.id}`)}`)?.focus();
  };
  return (
    <div>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id: tab, title, count }) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            className="tab"
            aria-selected={tab === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab === value ? 0 : -1}
            onClick={() => onChange(tab)}
          >
            {title}
            {count !== undefined && <span className="badge number">{formatNumber(count)}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className="tab-panel" role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
