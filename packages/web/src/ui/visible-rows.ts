type Layout = {
  readonly count: number;
  readonly rowHeight: number;
  readonly minWidth?: number | undefined;
  readonly gap?: number | undefined;
};

type View = {
  /** Pixels of the list above the window. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type VisibleRows = {
  readonly columns: number;
  readonly rows: number;
  readonly first: number;
  readonly last: number;
};

/** Which rows are in the window or near it. */
export function visibleRows(
  { count, rowHeight, minWidth, gap = 0 }: Layout,
  { top, width, height }: View,
): VisibleRows {
  const columns = minWidth === undefined ? 1 : Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
  const rows = Math.ceil(count / columns);
  const first = Math.max(0, Math.floor(top / rowHeight) - margin);
  const last = Math.min(rows - 1, Math.ceil((top + height) / rowHeight) + margin);
  return { columns, rows, first: Math.min(first, Math.max(0, rows - 1)), last };
}

/** Rows beyond the window, so that scrolling shows no gaps. */
const margin = 4;
