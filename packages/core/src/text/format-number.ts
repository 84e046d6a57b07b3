/** 12,345: thousands set apart. `toLocaleString` would load the locale data, ten milliseconds of a command's start. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
