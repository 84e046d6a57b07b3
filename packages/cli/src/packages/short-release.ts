/** A release that fits into a row: its version, the start of its commit or of its digest. */
export function shortRelease({
  version,
  resolved,
}: {
  readonly version?: string;
  readonly resolved: string;
}): string {
  if (version !== undefined) return version;
  const [, digest] = /^(sha256:[0-9a-f]{12})[0-9a-f]{52}$/.exec(resolved) ?? [];
  if (digest !== undefined) return digest;
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(resolved) ? resolved.slice(0, 12) : resolved;
}
