/** A run of lines that two texts share, or that one text replaces with others. */
export type LineBlock =
  | { readonly kind: "same"; readonly lines: readonly string[] }
  | { readonly kind: "changed"; readonly removed: readonly string[]; readonly added: readonly string[] };

type Lines = readonly string[];

/**
 * Aligns two texts with as few changed lines as possible (Myers 1986). Time and memory are bounded: texts with more than `maxEdits`
 * changed lines are one changed block between their common start and end.
 */
export function alignLines(before: Lines, after: Lines, maxEdits = 1000): readonly LineBlock[] {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  return joinBlocks([
    { kind: "same", lines: before.slice(0, start) },
    ...alignMiddle(removed, added, maxEdits),
    { kind: "same", lines: before.slice(before.length - end) },
  ]);
}

function commonStart(one: Lines, other: Lines): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count++;
  return count;
}

function commonEnd(one: Lines, other: Lines, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let count = 0;
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count++;
  return count;
}

function alignMiddle(removed: Lines, added: Lines, maxEdits: number): readonly LineBlock[] {
  const isOneSided = removed.length === 0 || added.length === 0;
  const rounds = isOneSided ? undefined : findPath(removed, added, maxEdits);
  if (rounds === undefined) return [{ kind: "changed", removed, added }];
  const blocks: LineBlock[] = [];
  let [row, column] = [removed.length, added.length];
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const { reached, isInsertion } = previousPoint(rounds, edits, row - column);
    const [fromRow, fromColumn] = reached;
    // The lines both share after this edit, then the edit itself.
    const editRow = edits === 0 ? 0 : fromRow + (isInsertion ? 0 : 1);
    const editColumn = edits === 0 ? 0 : fromColumn + (isInsertion ? 1 : 0);
    blocks.push({ kind: "same", lines: removed.slice(editRow, row) });
    if (edits > 0)
      blocks.push({
        kind: "changed",
        removed: removed.slice(fromRow, editRow),
        added: added.slice(fromColumn, editColumn),
      });
    [row, column] = [fromRow, fromColumn];
  }
  return blocks.reverse();
}

/** For each number of edits and each diagonal, the furthest row that is reached; diagonal `k` is at index `k + edits`. */
type Rounds = readonly Int32Array[];

function findPath(removed: Lines, added: Lines, maxEdits: number): Rounds | undefined {
  const rounds: Int32Array[] = [];
  const most = Math.min(removed.length + added.length, maxEdits);
  for (let edits = 0; edits <= most; edits++) {
    const round = new Int32Array(2 * edits + 1);
    rounds.push(round);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let row = edits === 0 ? 0 : startRow(rounds, edits, diagonal);
      while (row < removed.length && row - diagonal < added.length && removed[row] === added[row - diagonal])
        row++;
      round[diagonal + edits] = row;
      if (row >= removed.length && row - diagonal >= added.length) return rounds;
    }
  }
  return undefined;
}

/** Where an edit leads to on a diagonal: down by an insertion, or right by a removal, whichever is further. */
function startRow(rounds: Rounds, edits: number, diagonal: number): number {
  const { reached, isInsertion } = previousPoint(rounds, edits, diagonal);
  return isInsertion ? reached[0] : reached[0] + 1;
}

function previousPoint(
  rounds: Rounds,
  edits: number,
  diagonal: number,
): { readonly reached: readonly [row: number, column: number]; readonly isInsertion: boolean } {
  const rowAt = (at: number): number => rounds[edits - 1]?.[at + edits - 1] ?? -1;
  const isInsertion =
    diagonal === -edits || (diagonal !== edits && rowAt(diagonal - 1) < rowAt(diagonal + 1));
  const from = isInsertion ? diagonal + 1 : diagonal - 1;
  const row = edits === 0 ? 0 : rowAt(from);
  return { reached: [row, edits === 0 ? 0 : row - from], isInsertion };
}

/** Leaves out empty blocks and joins those of one kind. */
function joinBlocks(blocks: readonly LineBlock[]): readonly LineBlock[] {
  const joined: LineBlock[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    if (removed.length > 0 || added.length > 0) joined.push({ kind: "changed", removed, added });
    [removed, added] = [[], []];
  };
  for (const block of blocks) {
    if (block.kind === "changed") {
      for (const line of block.removed) removed.push(line);
      for (const line of block.added) added.push(line);
    } else if (block.lines.length > 0) {
      flush();
      const last = joined.at(-1);
      if (last?.kind === "same")
        joined[joined.length - 1] = { kind: "same", lines: [...last.lines, ...block.lines] };
      else joined.push(block);
    }
  }
  flush();
  return joined;
}
