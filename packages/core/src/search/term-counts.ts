/** Fields of a skill; a term's counts in them are packed into one 32-bit number and saturate at their maximum. */
export const searchFields = ["name", "description", "tags", "headings", "body", "code"] as const;

const shifts = [0, 3, 7, 10, 14, 20];
const maxima = [7, 15, 7, 15, 63, 63];

/** The bits of name, description and tags ("lead"): what an author wrote to be found by. */
export const leadBits = 0x3ff;

/** One occurrence in a field, and the maximum its bits can hold. */
type FieldBits = { readonly one: number; readonly full: number };

export function bitsOf(field: number): FieldBits {
  const shift = shifts[field] ?? 0;
  return { one: 1 << shift, full: (maxima[field] ?? 0) << shift };
}

export function addToCounts(counts: number, { one, full }: FieldBits): number {
  return (counts & full) === full ? counts : counts + one;
}

export function countIn(counts: number, field: number): number {
  return (counts >>> (shifts[field] ?? 0)) & (maxima[field] ?? 0);
}
