/** Formats 12345 as `12,345`. `toLocaleString` would load locale data, adding 10 ms to a command's start. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
