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
  return url.username !== "" || url.password !== "" || url.search !== "" || capability.test(url.pathname);
}

const capability = /^((?:\/[^/]*)*?\/t\/)[^/]+/;

/** Whether an address is a prefix or lies below it: same origin, and whole parts of the path. */
function isBelow(url: URL, prefix: URL): boolean {
  if (url.origin !== prefix.origin) return false;
  const start = prefix.pathname.endsWith("/") ? prefix.pathname : `${prefix.pathname}/`;
  return `${url.pathname}/`.startsWith(start);
}

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
