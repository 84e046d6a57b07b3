/**
 * The end-to-end headers in Node's flat form: without hop-by-hop headers and those that `Connection` names.
 * Drops `Host` too: it is set from the checked target.
 */
export function endToEndHeaders(rawHeaders: readonly string[]): string[] {
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [{ name, key: name.toLowerCase(), value: rawHeaders[at + 1] ?? "" }] : [],
  );
  const named = pairs
    .filter(({ key }) => key === "connection")
    .flatMap(({ value }) =>
      value
        .toLowerCase()
        .split(",")
        .map((word) => word.trim()),
    )
    // Without its length a body would be read as the next request, which was never checked.
    .filter((word) => word !== "content-length");
  const dropped = new Set([...hopByHopHeaders, ...named]);
  return pairs.filter(({ key }) => !dropped.has(key)).flatMap(({ name, value }) => [name, value]);
}

/** RFC 9110, 7.6.1, and proxy headers. */
const hopByHopHeaders = [
  "connection",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
