import { alignLines, type LineBlock } from "@skillwright/core/text";
import { type ReactNode, useMemo } from "react";
import "./line-difference.css";

type LineDifferenceProps = {
  /** What is compared, for screen readers. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
};

/** What was removed and added between two texts. Long equal parts are left out. */
export function LineDifference({ label, before, after }: LineDifferenceProps): ReactNode {
  const lines = useMemo(
    () => toLines(alignLines(before.trimEnd().split("\n"), after.trimEnd().split("\n"))),
    [before, after],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs focus to be scrolled with keys
    <section className="difference" aria-label={label} tabIndex={0}>
      {lines.map(({ kind, text, key }) => (
        <Line key={key} {...{ kind, text }} />
      ))}
    </section>
  );
}

type Kind = "same" | "removed" | "added" | "skipped";
type DifferenceLine = { readonly kind: Kind; readonly text: string; readonly key: number };

const signs: Readonly<Record<Kind, string>> = { same: " ", removed: "−", added: "+", skipped: "…" };

const elements = { same: "div", removed: "del", added: "ins", skipped: "div" } as const;

function Line({ kind, text }: Omit<DifferenceLine, "key">): ReactNode {
  const Element = elements[kind];
  return (
    <Element className={`difference-line difference-${kind}`}>
      <span aria-hidden>{signs[kind]}</span>
      <code>{text}</code>
    </Element>
  );
}

/** Equal lines shown beside a change. */
const context = 3;

function toLines(blocks: readonly LineBlock[]): readonly DifferenceLine[] {
  const lines = blocks.flatMap((block, at): readonly Omit<DifferenceLine, "key">[] => {
    if (block.kind === "changed")
      return [
        ...block.removed.map((text) => ({ kind: "removed" as const, text })),
        ...block.added.map((text) => ({ kind: "added" as const, text })),
      ];
    return shortenSame(block.lines, { isFirst: at === 0, isLast: at === blocks.length - 1 });
  });
  return lines.map((line, key) => ({ ...line, key }));
}

function shortenSame(
  lines: readonly string[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly Omit<DifferenceLine, "key">[] {
  const same = (text: string) => ({ kind: "same" as const, text });
  const start = isFirst ? 0 : context;
  const end = isLast ? 0 : context;
  const left = lines.length - start - end;
  if (left <= context) return lines.map(same);
  return [
    ...lines.slice(0, start).map(same),
    { kind: "skipped", text: `${left} equal lines` },
    ...lines.slice(lines.length - end).map(same),
  ];
}
