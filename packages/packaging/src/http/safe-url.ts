/**
 * An address for messages and the lock's neighbors: without user, password, query and fragment, and with the token of a
 * capability path (`/t/TOKEN/`) replaced by stars.
 */
export function redactUrl(address: string | URL): string {
  if (!URL.canParse(String(address))) return "an address that is not a URL";
  const url = new URL(address);
  return `${url.origin}${url.pathname.replace(capability, "$1***")}`;
}

/** Whether an address contains something that must not be shown or shared: a password, a query, a capability path. */
export function hasSecret(address: string | URL): boolean {
  const url = new URL(address);
  return url.username !== "" || url.password !== "" || url.search !== "" || capabilityOf(url) !== undefined;
}

const capability = /^((?:\/[^/]*)*?\/t\/)([^/]+)/;

/** The token of a capability path; undefined if there is none, or if it has been replaced by stars. */
export function capabilityOf(address: string | URL): string | undefined {
  const token = capability.exec(new URL(address).pathname)?.[2];
  return token === hidden ? undefined : token;
}

const hidden = "***";

/** Whether an address has stars where a token belongs. */
export function lacksCapability(address: string | URL): boolean {
  return capability.exec(new URL(address).pathname)?.[2] === hidden;
}

/** An address with stars in the place of a token; any other stays what it is. */
export function withoutCapability(address: string): string {
  return capabilityOf(address) === undefined ? address : withCapability(address, hidden);
}

/** An address with a token in the place of the stars. */
export function withCapability(address: string, token: string): string {
  const url = new URL(address);
  url.pathname = url.pathname.replace(capability, (_, start: string) => start + token);
  return url.href;
}

/** Whether an address is a prefix or lies below it: same origin, and whole parts of the path. */
function isBelow(url: URL, prefix: URL): boolean {
  if (url.origin !== prefix.origin) return false;
  const start = prefix.pathname.endsWith("/") ? prefix.pathname : `${prefix.pathname}/`;
  return `${url.pathname}/`.startsWith(start);
}

/** Where an address is asked for instead; undefined if no mirror covers it. */
export function mirrorOf(url: URL, rows: readonly MirrorRow[]): URL | undefined {
  const row = findPrefix(url, rows);
  if (row === undefined) return undefined;
  const start = new URL(row.prefix).pathname.replace(/\/$/, "");
  const mirror = new URL(row.mirror);
  mirror.pathname = mirror.pathname.replace(/\/$/, "") + url.pathname.slice(start.length);
  mirror.search = url.search;
  return mirror;
}

export type MirrorRow = { readonly prefix: string; readonly mirror: string };

/** The longest prefix that an address is below. */
export function findPrefix<Row extends { readonly prefix: string }>(
  url: URL,
  rows: readonly Row[],
): Row | undefined {
  const fitting = rows.filter(({ prefix }) => URL.canParse(prefix) && isBelow(url, new URL(prefix)));
  return fitting.reduce<Row | undefined>(
    (best, row) => (best === undefined || row.prefix.length > best.prefix.length ? row : best),
    undefined,
  );
}
