import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { INTERNAL_ERROR } from "@modelcontextprotocol/server";
import { httpLimits } from "./limits.ts";

/** One accepted request. */
export type Message = {
  readonly user: string;
  /** As the MCP SDK expects it: without its body, which has been read, and without the token. */
  readonly request: Request;
  /** The parsed body; undefined for methods without one. */
  readonly body: unknown;
  /** Resolves when the exchange is over, with whether the client got the complete answer. */
  readonly delivered: Promise<boolean>;
};

export type MessageParts = {
  readonly user: string;
  readonly response: ServerResponse;
  readonly body?: unknown;
};

export function toMessage({ user, response, body }: MessageParts): Message {
  const gone = new AbortController();
  const delivered = new Promise<boolean>((resolve) => {
    const settle = (): void => {
      gone.abort();
      resolve(response.writableFinished);
    };
    if (response.destroyed) settle();
    else response.once("close", settle);
  });
  return { user, request: toWebRequest(response.req, gone.signal), body, delivered };
}

/** Drops the URL and the token: both may hold secrets, and nothing downstream needs them. */
function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && name !== "authorization") headers.set(name, value);
  }
  return new Request("http://localhost/", { method: request.method ?? "GET", headers, signal });
}

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
  // Fails only if the client is gone, so there is nowhere to report it.
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

type Refusal = {
  readonly status: number;
  readonly message: string;
  /** The JSON-RPC error code, if the protocol defines one. */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A refusal: a status, and one sentence as a JSON-RPC error. */
export function refuse({ status, message, code, headers }: Refusal): Response {
  const error = { code: code ?? usualCode(status), message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers: { ...headers } });
}

/** The MCP SDK's code for refusals of the transport. */
function usualCode(status: number): number {
  return status === 500 ? INTERNAL_ERROR : -32_000;
}
