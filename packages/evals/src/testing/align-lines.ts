/** A run of lines that both texts share, or that one text replaces with others. */
export type Block =
  | { readonly kind: "same"; readonly lines: readonly string[] }
  | { readonly kind: "changed"; readonly removed: readonly string[]; readonly added: readonly string[] };

/**
 * Aligns two texts by their longest common subsequence. Takes time proportional to the product of their
 * lengths.
 */
export function alignLines(one: readonly string[], other: readonly string[]): readonly Block[] {
  const common = commonLengths(one, other);
  const lengthAt = (row: number, column: number): number => common[row]?.[column] ?? 0;
  const blocks: Block[] = [];
  let [row, column] = [0, 0];
  while (row < one.length || column < other.length) {
    const [top, left] = [row, column];
    while (row < one.length && column < other.length && one[row] === other[column]) {
      row++;
      column++;
    }
    if (row > top) {
      blocks.push({ kind: "same", lines: one.slice(top, row) });
      continue;
    }
    // Take every line that is on no longest common subsequence, in either text.
    while (row < one.length && lengthAt(row + 1, column) === lengthAt(row, column)) row++;
    while (column < other.length && lengthAt(row, column + 1) === lengthAt(row, column)) column++;
    blocks.push({ kind: "changed", removed: one.slice(top, row), added: other.slice(left, column) });
  }
  return blocks;
}

/** For each pair of positions, the number of lines that the remainders of both texts have in common. */
function commonLengths(one: readonly string[], other: readonly string[]): readonly Uint32Array[] {
  const rows: Uint32Array[] = [new Uint32Array(other.length + 1)];
  for (const text of one.toReversed()) {
    const below = rows.at(-1);
    const row = new Uint32Array(other.length + 1);
    for (let column = other.length - 1; column >= 0; column--)
      row[column] =
        text === other[column]
          ? (below?.[column + 1] ?? 0) + 1
          : Math.max(below?.[column] ?? 0, row[column + 1] ?? 0);
    rows.push(row);
  }
  return rows.reverse();
}
