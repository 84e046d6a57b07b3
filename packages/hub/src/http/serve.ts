import { readFileSync } from "node:fs";
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createSecureContext } from "node:tls";
import { getRequestListener } from "@hono/node-server";
import { SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";
import type { HubSettings } from "../config/settings.ts";
import { hubLimits } from "../limits.ts";
import type { HubApp } from "./app.ts";

/** How long clients may take. */
export type Timeouts = {
  /** Milliseconds until the headers of a request must be there. */
  readonly headersMs: number;
  /** Milliseconds until a request must be there with its body. */
  readonly requestMs: number;
  /** Milliseconds that open requests get when the hub stops. */
  readonly stopMs: number;
};

export const defaultTimeouts: Timeouts = hubLimits;

export type TlsFiles = { readonly cert: Buffer; readonly key: Buffer };

/** Reads the certificate and its key, and checks that they belong together. */
export function readTls({ tls }: Pick<HubSettings, "tls">): TlsFiles | undefined {
  if (tls === undefined) return undefined;
  const [cert, key] = [readPem(tls.certificate), readPem(tls.key)];
  try {
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SkillError("hub-unable", {
      reason: `${tls.certificate} and ${tls.key} are not a certificate and its key in PEM (${reason})`,
    });
  }
}

function readPem(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw toFileError(path, error);
  }
}

export type RunningServer = {
  /** Answers requests from now on; until then they are told to come back. */
  start(app: HubApp): void;
  /** `http://127.0.0.1:7330` */
  readonly address: string;
  readonly connections: () => number;
  close(): Promise<void>;
};

type ServeOptions = {
  readonly settings: HubSettings;
  readonly tls: TlsFiles | undefined;
  readonly timeouts: Timeouts;
};

/** Listens, and protects itself from clients that are slow, silent or too many. */
export async function serve({ settings, tls, timeouts }: ServeOptions): Promise<RunningServer> {
  const serverOptions = {
    requestTimeout: timeouts.requestMs,
    headersTimeout: timeouts.headersMs,
    // Timeouts count only when they are looked at.
    connectionsCheckingInterval: Math.min(1000, timeouts.headersMs),
    keepAliveTimeout: 5000,
  };
  let answer = answerLater;
  const listener: Listener = (incoming, outgoing) => answer(incoming, outgoing);
  const server: Server =
    tls === undefined
      ? createPlainServer(serverOptions, listener)
      : createTlsServer({ ...serverOptions, ...tls }, listener);
  server.maxConnections = hubLimits.connections;
  server.setTimeout(hubLimits.silenceMs);
  let connections = 0;
  server.on("connection", (socket) => {
    connections++;
    socket.once("close", () => connections--);
  });
  await listen(server, settings);
  return {
    start: (app) => {
      const handle = getRequestListener(app.fetch);
      answer = (incoming, outgoing) => {
        if (!app.answerKnown(incoming, outgoing)) void handle(incoming, outgoing);
      };
    },
    address: addressOf(server, settings),
    connections: () => connections,
    close: () => close(server, timeouts.stopMs),
  };
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const answerLater: Listener = (_, outgoing) => void outgoing.writeHead(503, { "retry-after": "1" }).end();

function listen(server: Server, { host, port }: HubSettings): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  }).catch((error: NodeJS.ErrnoException) => {
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: "the port is already in use",
      EACCES: "this user may not use the port",
      EADDRNOTAVAIL: "this machine has no such address",
      ENOTFOUND: "there is no such host",
    };
    const reason = reasons[error.code ?? ""] ?? error.message;
    throw new SkillError("hub-unable", { reason: `it cannot listen on ${host}:${port}: ${reason}` });
  });
}

function addressOf(server: Server, { host, tls }: HubSettings): string {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return `${tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Open requests may end; idle connections and those that take too long do not keep the hub from stopping. */
async function close(server: Server, stopMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was busy becomes idle when its request ends.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), stopMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
