/** Where to go after signing in: an address of this hub, whatever a link says. */
export function ownPath(wanted: string | null): string {
  if (wanted === null) return "/";
  const url = parse(wanted);
  return url === undefined || url.origin !== base || url.pathname === "/sign-in"
    ? "/"
    : url.pathname + url.search;
}

const base = "http://hub.invalid";

function parse(wanted: string): URL | undefined {
  // Browsers read a backslash as a slash, so `/\other.site` would leave the hub.
  return wanted.startsWith("/") && URL.canParse(wanted, base) ? new URL(wanted, base) : undefined;
}
