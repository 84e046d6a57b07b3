/** How often a term stands in each field, packed into one 32-bit number; a count past its bits stays at the most. */
export const searchFields = ["name", "description", "tags", "headings", "body", "code"] as const;

const shifts = [0, 3, 7, 10, 14, 20];
const maxima = [7, 15, 7, 15, 63, 63];

/** The bits of name, description and tags: what an author wrote to be found by. */
export const leadBits = 0x3ff;

export function addToCounts(counts: number, field: number): number {
  const shift = shifts[field] ?? 0;
  const count = (counts >>> shift) & (maxima[field] ?? 0);
  return count < (maxima[field] ?? 0) ? counts + (1 << shift) : counts;
}

export function countIn(counts: number, field: number): number {
  return (counts >>> (shifts[field] ?? 0)) & (maxima[field] ?? 0);
}
