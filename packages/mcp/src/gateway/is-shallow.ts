/** Whether a value is nested at most `depth` levels; walking a deeper one could overflow the stack. */
export function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}
