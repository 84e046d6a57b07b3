/** A `fetch` whose answers cannot fill the memory: it limits the size of each message. */
export function createBoundedFetch(maxBytes: number): typeof fetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
    const body = response.body.pipeThrough(boundMessages(maxBytes, isStream ? endsOfEvents : endsOfNothing));
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

/** How many bytes belong to the unfinished message after this chunk, given those before. */
type OpenBytes = (chunk: Uint8Array, before: number) => number;

function boundMessages(maxBytes: number, openBytes: OpenBytes): TransformStream<Uint8Array, Uint8Array> {
  let open = 0;
  return new TransformStream({
    transform(chunk, controller) {
      // A chunk has at most some ten kilobytes, so exceeding the limit by one does no harm.
      open = openBytes(chunk, open);
      if (open > maxBytes)
        controller.error(new Error(`The server sent a message of more than ${maxBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}

const endsOfNothing: OpenBytes = (chunk, before) => before + chunk.length;

/**
 * Events end with an empty line. One split exactly at a chunk boundary counts toward the next, which is at most
 * too strict.
 */
const endsOfEvents: OpenBytes = (chunk, before) => {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const end = Math.max(text.lastIndexOf("\n\n"), text.lastIndexOf("\r\n\r\n"), text.lastIndexOf("\r\r"));
  return end === -1 ? before + chunk.length : chunk.length - end;
};
