/** A time that a source tells, in ISO 8601 and UTC; undefined if it is not a time. */
export function toTime(text: unknown): string | undefined {
  const time = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
