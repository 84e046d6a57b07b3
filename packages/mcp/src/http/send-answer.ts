import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { httpLimits } from "./limits.ts";

/** Writes an answer as fast as the client reads; the stream behind it ends when the client is gone. */
export async function sendAnswer(answer: Response, response: ServerResponse): Promise<void> {
  // Whether a connection lasts is between Node and the client; the MCP SDK asks for it always.
  answer.headers.delete("connection");
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) {
    response.end();
    return;
  }
  // A stream of notifications may have nothing to say for a while, and clients wait for its head.
  response.flushHeaders();
  // Fails only when the client is gone, and then nobody is left to be told.
  await pipeline(Readable.fromWeb(answer.body), response).catch(() => undefined);
}

/** Answers a request of which not everything was read, and ends its connection. */
export async function sendRefusal(answer: Response, response: ServerResponse): Promise<void> {
  const body = await answer.text();
  const length = String(Buffer.byteLength(body));
  const headers = { ...Object.fromEntries(answer.headers), "content-length": length, connection: "close" };
  response.writeHead(answer.status, headers);
  response.write(body);
  // A connection that is closed with bytes unread is reset, and the client might lose the answer.
  await letFinish(response.req);
  response.end();
}

async function letFinish(request: IncomingMessage): Promise<void> {
  if (request.complete) return;
  request.resume();
  // Whether the client finished, went away or took too long makes no difference.
  await finished(request, { signal: AbortSignal.timeout(httpLimits.httpLingerMs) }).catch(() => undefined);
}
