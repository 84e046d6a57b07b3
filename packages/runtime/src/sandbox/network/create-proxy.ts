import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { sandboxLimits } from "../limits.ts";
import { createGatekeeper, type Gatekeeper, type GatekeeperOptions } from "./create-gatekeeper.ts";
import type { Dial } from "./dial.ts";
import { passOn } from "./pass-on.ts";
import { readAbsoluteForm, readAuthority } from "./read-target.ts";
import { type RefusalResponse, refusalResponse } from "./refusal-response.ts";
import { answerAndEnd, tunnel } from "./tunnel.ts";

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
    answerAndEnd(program, refusalResponse(parts.gatekeeper.refuse("", "unreadable")));
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
  passOn({ request, response, target, socket, onFailure });
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
  // No one else handles errors of this stream any more.
  program.on("error", () => {});
  const stated = request.url ?? "";
  const admission = await gatekeeper.admit(stated, readAuthority(stated));
  if (!admission.allowed) return answerAndEnd(program, refusalResponse(admission));
  const { target, addresses } = admission;
  const socket = await dial(target, addresses).catch(() => undefined);
  if (!socket) return answerAndEnd(program, refusalResponse({ refusal: "unreachable", host: target.host }));
  tunnel({ program, socket, head });
}
