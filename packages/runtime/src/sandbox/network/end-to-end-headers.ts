/**
 * The headers that are for the far end, in Node's flat form: without those between a program and its proxy, and those that
 * `Connection` names. `Host` is left out too: it is set from what was judged.
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
    // Without its length a body would be read as the next request, which nobody has judged.
    .filter((word) => word !== "content-length");
  const dropped = new Set([...betweenNeighbours, ...named]);
  return pairs.filter(({ key }) => !dropped.has(key)).flatMap(({ name, value }) => [name, value]);
}

/** RFC 9110, 7.6.1, and what proxies are told. */
const betweenNeighbours = [
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
