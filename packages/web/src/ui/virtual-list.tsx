import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type VisibleRows, visibleRows } from "./visible-rows.ts";
import "./virtual-list.css";

type VirtualListProps = {
  readonly label: string;
  /** All items, also those that are not loaded. */
  readonly count: number;
  /** Pixels of a row with its gap. */
  readonly rowHeight: number;
  /** Items are at least this wide, and share a row while they fit; one per row if absent. */
  readonly minWidth?: number | undefined;
  readonly gap?: number;
  readonly item: (index: number) => ReactNode;
  /** Called with the last index in sight, to load more. */
  readonly onSeen?: (index: number) => void;
};

/** A long list in the page. Only what is near the window exists, so 10,000 items cost as much as 50. */
export function VirtualList(props: VirtualListProps): ReactNode {
  const { label, count, rowHeight, minWidth, gap = 0, item, onSeen } = props;
  const list = useRef<HTMLUListElement>(null);
  const { columns, rows, first, last } = useVisibleRows(list, { count, rowHeight, minWidth, gap });
  const lastIndex = Math.min(count, (last + 1) * columns) - 1;
  useEffect(() => onSeen?.(lastIndex), [onSeen, lastIndex]);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return (
    <ul ref={list} className="virtual-list" aria-label={label} style={{ height: rows * rowHeight }}>
      {shown.flatMap((row) =>
        Array.from({ length: columns }, (_, column) => row * columns + column)
          .filter((index) => index < count)
          .map((index) => (
            <li
              key={index}
              className="virtual-row"
              aria-setsize={count}
              aria-posinset={index + 1}
              style={{
                top: row * rowHeight,
                height: rowHeight - gap,
                left: `calc((100% + ${gap}px) / ${columns} * ${index % columns})`,
                width: `calc((100% + ${gap}px) / ${columns} - ${gap}px)`,
              }}
            >
              {item(index)}
            </li>
          )),
      )}
    </ul>
  );
}

type Layout = Pick<VirtualListProps, "count" | "rowHeight" | "minWidth" | "gap">;

function useVisibleRows(list: { readonly current: HTMLElement | null }, layout: Layout): VisibleRows {
  const [view, setView] = useState({ top: 0, width: 0, height: 900 });
  useLayoutEffect(() => {
    const measure = (): void => {
      const box = list.current?.getBoundingClientRect();
      if (box === undefined) return;
      setView({ top: -box.top, width: box.width, height: window.innerHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (list.current !== null) observer.observe(list.current);
    window.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [list]);
  return visibleRows(layout, view);
}
