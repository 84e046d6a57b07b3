import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import type { TestCertificate } from "./test-certificate.ts";

export type Handler = (
  request: IncomingMessage & { readonly body: Buffer },
  response: ServerResponse,
) => void;

export type TestServer = {
  readonly url: string;
  /** Method and path of every request. */
  readonly log: string[];
};

/** A server on loopback that ends with the test. */
export async function startServer(handler: Handler, certificate?: TestCertificate): Promise<TestServer> {
  const log: string[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    log.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    handler(Object.assign(request, { body: Buffer.concat(chunks) }), response);
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  const port = await listen(server);
  return { url: `${certificate ? "https" : "http"}://127.0.0.1:${port}`, log };
}

/** A proxy on loopback: tunnels, and requests with a whole address. With `user`, it wants that as `user:password`. */
export async function startProxy(user?: string): Promise<TestServer> {
  const log: string[] = [];
  const isKnown = ({ headers }: IncomingMessage): boolean =>
    user === undefined || headers["proxy-authorization"] === `Basic ${Buffer.from(user).toString("base64")}`;
  const server = createServer((request, response) => {
    log.push(`${request.method} ${request.url}`);
    const known = isKnown(request);
    response.writeHead(known ? 200 : 407).end(known ? `for ${request.headers.host}` : "");
  });
  server.on("connect", (request, socket, head) => {
    log.push(`CONNECT ${request.url}`);
    if (!isKnown(request)) return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const [host = "", port = ""] = (request.url ?? "").split(":");
    const target = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    target.on("error", () => socket.destroy());
    socket.on("error", () => target.destroy());
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, log };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
