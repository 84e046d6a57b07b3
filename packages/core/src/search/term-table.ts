/**
 * Numbers terms in order of first occurrence. A hash table with open addressing, because terms are already hashes and a
 * `Map` takes several times as long.
 */
export type TermTable = {
  /** Terms by number; only the first `count` are valid. */
  terms: Int32Array;
  count: number;
  /** Term numbers plus one, at the lower bits of the term; 0 is free. At most half are used. */
  slots: Uint32Array;
  readonly most: number;
};

/** Creates a table for at most `most` terms. */
export function createTermTable(most: number): TermTable {
  return { terms: new Int32Array(512), count: 0, slots: new Uint32Array(1024), most };
}

export function clearTerms(table: TermTable): void {
  table.count = 0;
  table.slots.fill(0);
}

/** The number of a term, adding it if new; -1 if the table is full. */
export function numberOf(table: TermTable, term: number): number {
  const { slots, terms } = table;
  const mask = slots.length - 1;
  let slot = term & mask;
  for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
    if (terms[taken - 1] === term) return taken - 1;
    slot = (slot + 1) & mask;
  }
  if (table.count >= table.most) return -1;
  terms[table.count] = term;
  slots[slot] = ++table.count;
  if (table.count === terms.length) grow(table);
  return table.count - 1;
}

function grow(table: TermTable): void {
  const { terms, slots } = table;
  table.terms = new Int32Array(terms.length * 2);
  table.terms.set(terms);
  table.slots = new Uint32Array(slots.length * 2);
  const mask = table.slots.length - 1;
  for (let number = 0; number < table.count; number++) {
    let slot = (terms[number] ?? 0) & mask;
    while (table.slots[slot] !== 0) slot = (slot + 1) & mask;
    table.slots[slot] = number + 1;
  }
}
