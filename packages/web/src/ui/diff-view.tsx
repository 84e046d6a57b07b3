import type { LineBlock } from "@skillwright/core/text";
import UnfoldVertical from "lucide-react/icons/unfold-vertical";
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "./button.tsx";
import {
  compareWords,
  type DiffLine,
  type DiffPart,
  type DiffRow,
  toParts,
  toRows,
  type Word,
} from "./diff-rows.ts";
import "./diff-view.css";
import { formatCount, formatNumber } from "./format.ts";

type DiffViewProps = {
  /** What is compared, for screen readers: the path of a file. */
  readonly label: string;
  readonly blocks: readonly LineBlock[];
  /** Both versions side by side; else one below the other, as on phones. */
  readonly isSplit: boolean;
};

/** The lines that differ between two texts. Long texts and lines are drawn in parts. */
export function DiffView({ label, blocks, isSplit }: DiffViewProps): ReactNode {
  const parts = useMemo(() => toParts(toRows(blocks)), [blocks]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [room, setRoom] = useState(rowsAtOnce);
  const { shown, hidden } = cut(parts, opened, room);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs focus to be scrolled with keys
    <section className="diff" aria-label={`Changes of ${label}`} tabIndex={0}>
      <table className={isSplit ? "diff-table diff-split" : "diff-table"}>
        <caption className="unseen">{`Changes of ${label}`}</caption>
        <colgroup>
          <col className="diff-number-column" />
          <col className={isSplit ? undefined : "diff-number-column"} />
          {isSplit && <col className="diff-number-column" />}
          <col />
        </colgroup>
        {shown.map(({ part, index }) => (
          <tbody key={index}>
            {part.kind === "gap" && !opened.has(index) ? (
              <tr className="diff-gap">
                <td colSpan={isSplit ? 4 : 3}>
                  <button type="button" onClick={() => setOpened(new Set([...opened, index]))}>
                    <UnfoldVertical size={14} aria-hidden />
                    {`Show ${formatCount(part.rows.length, "unchanged line")}`}
                  </button>
                </td>
              </tr>
            ) : (
              part.rows.flatMap((row) => (isSplit ? [splitRow(row)] : unifiedRows(row)))
            )}
          </tbody>
        ))}
      </table>
      {hidden > 0 && (
        <p className="diff-more">
          <Button onClick={() => setRoom(room + rowsAtOnce)}>
            {`Show more of ${formatNumber(hidden)} lines`}
          </Button>
        </p>
      )}
    </section>
  );
}

const rowsAtOnce = 1000;

type Shown = { readonly part: DiffPart; readonly index: number };

/** As many rows as there is room for. A closed gap takes one. */
function cut(
  parts: readonly DiffPart[],
  opened: ReadonlySet<number>,
  room: number,
): { readonly shown: readonly Shown[]; readonly hidden: number } {
  const shown: Shown[] = [];
  let [left, hidden] = [room, 0];
  for (const [index, part] of parts.entries()) {
    const size = part.kind === "gap" && !opened.has(index) ? 1 : part.rows.length;
    const rows = size === 1 ? part.rows : part.rows.slice(0, Math.max(0, left));
    if (left > 0) shown.push({ part: { ...part, rows }, index });
    if (size > left) hidden += size - Math.max(0, left);
    left -= size;
  }
  return { shown, hidden };
}

function splitRow(row: DiffRow): ReactNode {
  const words = wordsOf(row);
  const key = `${row.before?.number ?? ""}-${row.after?.number ?? ""}`;
  const isChanged = row.kind === "changed";
  return (
    <tr key={key}>
      <Side line={row.before} words={words?.before} sign={isChanged ? "-" : ""} />
      <Side line={row.after} words={words?.after} sign={isChanged ? "+" : ""} />
    </tr>
  );
}

/** Removed lines come before added ones. */
function unifiedRows(row: DiffRow): readonly ReactNode[] {
  const { before, after, kind } = row;
  if (kind === "same")
    return [
      <tr key={`s${before?.number}`}>
        <td className="diff-number">{before?.number}</td>
        <td className="diff-number">{after?.number}</td>
        <Text line={after} sign="" />
      </tr>,
    ];
  const words = wordsOf(row);
  return [
    before && (
      <tr key={`b${before.number}`}>
        <td className="diff-number diff-removed">{before.number}</td>
        <td className="diff-number diff-removed" />
        <Text line={before} words={words?.before} sign="-" />
      </tr>
    ),
    after && (
      <tr key={`a${after.number}`}>
        <td className="diff-number diff-added" />
        <td className="diff-number diff-added">{after.number}</td>
        <Text line={after} words={words?.after} sign="+" />
      </tr>
    ),
  ];
}

type SideProps = {
  readonly line: DiffLine | undefined;
  readonly words?: readonly Word[] | undefined;
  readonly sign: "" | "+" | "-";
};

const classOf = { "": "", "+": "diff-added", "-": "diff-removed" } as const;

function Side({ line, words, sign }: SideProps): ReactNode {
  const tone = line === undefined ? "diff-none" : classOf[sign];
  return (
    <>
      <td className={`diff-number ${tone}`}>{line?.number}</td>
      <Text {...{ line, words, sign }} />
    </>
  );
}

function Text({ line, words, sign }: SideProps): ReactNode {
  if (line === undefined) return <td className="diff-text diff-none" />;
  const { text } = line;
  const isLong = text.length > longest;
  return (
    <td className={`diff-text ${classOf[sign]}`}>
      <span className="diff-sign">{sign === "" ? " " : sign}</span>
      {words?.map(({ text: word, isChanged }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity, and never move
        isChanged ? <mark key={index}>{word}</mark> : word,
      ) ?? (isLong ? text.slice(0, longest) : text)}
      {isLong && (
        <span className="diff-cut">{` … ${formatNumber(text.length - longest)} more characters`}</span>
      )}
    </td>
  );
}

function wordsOf({ kind, before, after }: DiffRow) {
  if (kind === "same" || before === undefined || after === undefined) return undefined;
  return compareWords(before.text, after.text);
}

/** Longer lines would push everything else out of sight. */
const longest = 2000;
