import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { httpLimits } from "./limits.ts";

/** Writes an answer as fast as the client reads; its stream ends when the client leaves. */
export async function sendAnswer(answer: Response, response: ServerResponse): Promise<void> {
  // Keep-alive is between Node and the client; the MCP SDK always asks for it.
  answer.headers.delete("connection");
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) {
    response.end();
    return;
  }
  // A notification stream may stay silent for a while, and clients wait for its headers.
  response.flushHeaders();
  // Fails only if the client is gone, and then there is no one to tell.
  await pipeline(Readable.fromWeb(answer.body), response).catch(() => undefined);
}

/** Answers a request that was not read completely, and closes its connection. */
export async function sendRefusal(answer: Response, response: ServerResponse): Promise<void> {
  const body = await answer.text();
  const length = String(Buffer.byteLength(body));
  const headers = { ...Object.fromEntries(answer.headers), "content-length": length, connection: "close" };
  response.writeHead(answer.status, headers);
  response.write(body);
  // Closing a connection with unread bytes resets it, and the client might lose the answer.
  await letFinish(response.req);
  response.end();
}

async function letFinish(request: IncomingMessage): Promise<void> {
  if (request.complete) return;
  request.resume();
  // It makes no difference whether the client finished, left or took too long.
  await finished(request, { signal: AbortSignal.timeout(httpLimits.httpLingerMs) }).catch(() => undefined);
}
