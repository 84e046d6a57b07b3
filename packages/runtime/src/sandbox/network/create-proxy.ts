import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import { sandboxLimits } from "../limits.ts";
import type { Dial } from "./dial.ts";
import { forwardRequest } from "./forward-request.ts";
import { createGatekeeper, type Gatekeeper, type GatekeeperOptions } from "./gatekeeper.ts";
import { type RefusalResponse, refusalResponse } from "./refusal-response.ts";
import { readAbsoluteForm, readAuthority } from "./target.ts";

export type ProxyOptions = GatekeeperOptions & { readonly dial: Dial };

/**
 * An HTTP proxy over streams: `CONNECT`, and requests for `http://` URLs. It listens on no port. Whatever a
 * program sends, it can break only its own connection.
 */
export function createProxy(options: ProxyOptions): (connection: Duplex) => void {
  const parts = { gatekeeper: createGatekeeper(options), dial: options.dial };
  const server = createServer({ maxHeaderSize: sandboxLimits.networkHeaderBytes, keepAliveTimeout: 0 });
  const isAlone = createTurnstile(parts.gatekeeper);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (isAlone(request, response))
      answerRequest({ request, response }, parts).catch(() => response.destroy());
  };
  server.on("request", answer);
  // The client waits for permission before it sends a body; it gets it once the request is allowed.
  server.on("checkContinue", answer);
  server.on("connect", (request, program, head) => {
    if (isAlone(request)) answerConnect({ request, program, head }, parts).catch(() => program.destroy());
  });
  server.on("clientError", (error: NodeJS.ErrnoException, program) => {
    if (!error.code?.startsWith("HPE_") || !program.writable) return void program.destroy();
    respondAndClose(program, refusalResponse(parts.gatekeeper.refuse("", "unreadable")));
  });
  return (connection) => void server.emit("connection", connection);
}

type Parts = { readonly gatekeeper: Gatekeeper; readonly dial: Dial };

/**
 * Allows one request at a time per connection. Node starts the next one while the last is in progress, so one
 * connection of a program could open any number of ours.
 */
function createTurnstile(
  gatekeeper: Gatekeeper,
): (request: IncomingMessage, answer?: ServerResponse) => boolean {
  const answers = new WeakMap<Duplex, ServerResponse | undefined>();
  return ({ socket, url = "" }, answer) => {
    // Node keeps reading what arrived together, even after the end.
    if (socket.destroyed) return false;
    if (!answers.has(socket) || answers.get(socket)?.writableEnded) {
      answers.set(socket, answer);
      return true;
    }
    gatekeeper.refuse(url, "pipelined");
    socket.destroy();
    return false;
  };
}

type Plain = { readonly request: IncomingMessage; readonly response: ServerResponse };

async function answerRequest({ request, response }: Plain, { gatekeeper, dial }: Parts): Promise<void> {
  const stated = request.url ?? "";
  const refuse = ({ status, headers, body }: RefusalResponse): void =>
    void response.writeHead(status, headers).end(body);
  const admission = await gatekeeper.admit(
    stated,
    hasPlainBody(request) ? readAbsoluteForm(stated) : undefined,
  );
  if (!admission.allowed) return refuse(refusalResponse(admission));
  const { target, addresses } = admission;
  const onFailure = (): void => refuse(refusalResponse({ refusal: "unreachable", host: target.host }));
  const socket = await dial(target, addresses).catch(() => undefined);
  if (!socket) return onFailure();
  if (request.headers.expect) response.writeContinue();
  forwardRequest({ request, response, target, socket, onFailure });
}

/** Other transfer encodings would have to be decoded here. */
function hasPlainBody({ headers }: IncomingMessage): boolean {
  return /^chunked$/i.test(headers["transfer-encoding"] ?? "chunked");
}

type Connect = { readonly request: IncomingMessage; readonly program: Duplex; readonly head: Buffer };

async function answerConnect(
  { request, program, head }: Connect,
  { gatekeeper, dial }: Parts,
): Promise<void> {
  // Nothing else handles errors of this stream any more.
  program.on("error", () => {});
  const stated = request.url ?? "";
  const admission = await gatekeeper.admit(stated, readAuthority(stated));
  if (!admission.allowed) return respondAndClose(program, refusalResponse(admission));
  const { target, addresses } = admission;
  const socket = await dial(target, addresses).catch(() => undefined);
  if (!socket)
    return respondAndClose(program, refusalResponse({ refusal: "unreachable", host: target.host }));
  tunnel({ program, socket, head });
}

type Tunnel = { readonly program: Duplex; readonly socket: Socket; readonly head: Buffer };

/**
 * Connects a program's stream with its target; if one side breaks, so does the other. `head` arrived with the
 * request.
 */
function tunnel({ program, socket, head }: Tunnel): void {
  if (program.destroyed) return void socket.destroy();
  program.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  // Written directly: pushing it back into a stream that has since ended would break the stream.
  if (head.length > 0) socket.write(head);
  pipeline(program, socket, () => {});
  pipeline(socket, program, () => {});
}

/** Answers a request that Node does not answer itself, and closes the connection. */
function respondAndClose(program: Duplex, { status, headers, body }: RefusalResponse): void {
  const lines = Object.entries({ ...headers, Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  program.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
  // Drain the rest, so that the program gets to read the answer.
  program.resume();
}
