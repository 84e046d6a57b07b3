/** A stream of server-sent events. */
export function eventAnswer(stream: ReadableStream<Uint8Array>): Response {
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      // A stream that ends leaves no idle connection for the hub to wait for when it stops.
      connection: "close",
      // Proxies must pass events on at once.
      "x-accel-buffering": "no",
    },
  });
}
