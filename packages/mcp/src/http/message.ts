import type { IncomingMessage, ServerResponse } from "node:http";

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
