/** Numbers and times as people read them. */

const numbers = new Intl.NumberFormat("en-US");
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
const short = new Intl.RelativeTimeFormat("en-US", { numeric: "auto", style: "narrow" });
const exact = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" });

/** 12,345 */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** 12.3K, where space is short. */
export function formatCompact(value: number): string {
  return compact.format(value);
}

/** `1 skill`, `1,200 skills`. */
export function formatCount(count: number, word: string, plural = `${word}s`): string {
  return `${formatNumber(count)} ${count === 1 ? word : plural}`;
}

/** 1.5 MB, with the units of 1,000 that operating systems show. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** at;
  return `${at === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[at]}`;
}

/** 420 ms, 1.5 s, 2 min */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}

const units = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** `3 hours ago`, or `3h ago`; `just now` within a minute. */
export function formatAgo(time: number, now: number, isShort = false): string {
  const difference = time - now;
  const [unit, length] = units.find(([, one]) => Math.abs(difference) >= one) ?? [undefined, 0];
  return unit === undefined
    ? "just now"
    : (isShort ? short : relative).format(Math.round(difference / length), unit);
}

export function formatExact(time: number): string {
  return exact.format(time);
}
