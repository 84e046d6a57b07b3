import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { sandboxLimits } from "../limits.ts";
import type { RequestTarget } from "./target.ts";

export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: RequestTarget;
  /** A connection to the target, used for this request only. */
  readonly socket: Socket;
  /** Called if the target gave no answer that can be forwarded. */
  readonly onFailure: () => void;
};

/** Forwards a request and its answer, each as Node's parser understood it, not as written. */
export function forwardRequest({ request, response, target, socket, onFailure }: Exchange): void {
  response.once("close", () => socket.destroy());
  if (response.destroyed) socket.destroy();
  const outgoing = httpRequest({
    method: request.method,
    path: target.path,
    headers: requestHeaders(request, target),
    maxHeaderSize: sandboxLimits.networkHeaderBytes,
    createConnection: () => socket,
  });
  outgoing.on("error", () => {});
  outgoing.once("close", () => {
    if (!response.headersSent) onFailure();
  });
  outgoing.once("response", (answer) => {
    try {
      response.writeHead(answer.statusCode ?? 0, endToEndHeaders(answer.rawHeaders));
    } catch {
      // A status or header that can be read but not written.
      return void answer.destroy();
    }
    pipeline(answer, response, () => socket.destroy());
  });
  // Not a pipeline: a server may answer before it has read everything, and that answer must not be cut off.
  request.pipe(outgoing);
}

function requestHeaders(request: IncomingMessage, { host, port }: RequestTarget): string[] {
  const name = isIPv6(host) ? `[${host}]` : host;
  const isChunked = request.headers["transfer-encoding"] !== undefined;
  return [
    ...["Host", port === 80 ? name : `${name}:${port}`],
    ...endToEndHeaders(request.rawHeaders),
    ...(isChunked ? ["Transfer-Encoding", "chunked"] : []),
    ...["Connection", "close"],
  ];
}

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
