import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { packagingLimits } from "../limits.ts";
import { type Connections, proxyAuthorization, type Route } from "./connections.ts";

export type WireRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  readonly maxBytes: number;
  /** Milliseconds without a byte, and in all. */
  readonly timeouts?: { readonly idle?: number; readonly request?: number } | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((received: number, total: number | undefined) => void) | undefined;
};

export type Answer = {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
};

/** More bytes than allowed: asking again would not help. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

/** Sends one request and reads the whole answer, at most `maxBytes` of it. Follows nothing and repeats nothing. */
export async function exchange(wire: WireRequest, connections: Connections): Promise<Answer> {
  const { request: most = packagingLimits.httpRequestMs } = wire.timeouts ?? {};
  const deadline = AbortSignal.timeout(most);
  const signal = wire.signal === undefined ? deadline : AbortSignal.any([wire.signal, deadline]);
  try {
    const message = await send(wire, connections.routeTo(wire.url), signal);
    const headers = plainHeaders(message);
    return { status: message.statusCode ?? 0, headers, bytes: await readBody(message, wire) };
  } catch (error) {
    wire.signal?.throwIfAborted();
    if (deadline.aborted) throw new Error(`no complete answer within ${most / 1000} seconds`);
    throw error;
  }
}

/** Sends one request and hands over the answer's pieces as they come, until either side ends it. */
export async function openStream(
  wire: WireRequest,
  connections: Connections,
): Promise<{ readonly status: number; readonly chunks: AsyncIterable<Uint8Array> }> {
  const signal = wire.signal ?? new AbortController().signal;
  const message = await send(wire, connections.routeTo(wire.url), signal);
  return { status: message.statusCode ?? 0, chunks: message };
}

function send(wire: WireRequest, { agent, proxy }: Route, signal: AbortSignal): Promise<IncomingMessage> {
  const { method, url, body } = wire;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    ...wire.headers,
    host: url.host,
    "accept-encoding": "identity",
    ...(body !== undefined && { "content-length": String(body.length) }),
    ...(proxy && proxyAuthorization(proxy)),
  };
  const { idle = packagingLimits.httpIdleMs } = wire.timeouts ?? {};
  const options: RequestOptions = { method, headers, agent, signal, timeout: idle };
  const start = (proxy ?? url).protocol === "https:" ? httpsRequest : httpRequest;
  const request = start(proxy ?? url, { ...options, ...(proxy && { path: `${url.origin}${pathOf(url)}` }) });
  let answer: IncomingMessage | undefined;
  request.on("response", (message) => {
    answer = message;
    resolve(message);
  });
  request.on("error", reject);
  request.on("timeout", () => (answer ?? request).destroy(new Error(`no data for ${idle / 1000} seconds`)));
  request.end(body);
  return promise;
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search;
}

function plainHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : `${value}`,
    ]),
  );
}

async function readBody(
  message: IncomingMessage,
  { method, maxBytes, onProgress }: WireRequest,
): Promise<Uint8Array> {
  const isGood = (message.statusCode ?? 0) < 300;
  const max = isGood ? maxBytes : packagingLimits.httpErrorBytes;
  const announced = Number.parseInt(message.headers["content-length"] ?? "", 10);
  const total = Number.isNaN(announced) ? undefined : announced;
  const tooLarge = (): TooLargeError => new TooLargeError(`it has more than ${max} bytes`);
  if (isGood && total !== undefined && total > max && method !== "HEAD") {
    message.destroy();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    received += chunk.length;
    if (received > max) {
      message.destroy();
      if (isGood) throw tooLarge();
      break;
    }
    chunks.push(chunk);
    onProgress?.(received, total);
  }
  return Buffer.concat(chunks);
}
