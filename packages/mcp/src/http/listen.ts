import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { SkillError } from "@skillwright/core";
import { runtimeLimits } from "@skillwright/runtime";
import { sandboxLimits } from "@skillwright/runtime/sandbox";
import { boundConnections } from "./bound-connections.ts";
import { refuse, sendRefusal } from "./exchange.ts";
import type { HttpBounds, HttpOptions } from "./http-options.ts";
import { httpLimits } from "./limits.ts";

type Listener = {
  readonly url: string;
  /** Accepts nothing more, ends running work, and closes every connection. */
  close(endWork: () => Promise<void>): Promise<void>;
};

/** Answers a request; calls `identify` as soon as its sender is known. */
type Answer = (response: ServerResponse, identify: () => void) => Promise<void>;

/** Opens a port that slow, large or numerous clients cannot block. */
export async function listen(place: Place, bounds: HttpBounds, answer: Answer): Promise<Listener> {
  const running = new Set<Promise<void>>();
  const server = createBoundedServer(bounds);
  const identify = boundConnections(server, bounds);
  server.on("request", ({ socket }, response) => {
    const exchange = server.listening ? answer(response, () => identify(socket)) : refuseLate(response);
    running.add(exchange);
    void exchange.finally(() => running.delete(exchange));
  });
  await start(server, place);
  return {
    url: urlOf(server, place),
    close: async (endWork) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await endWork();
      // Let streams that just ended reach their clients, but do not wait for a client that does not read.
      const enough = new AbortController();
      const grace = pause(runtimeLimits.stopGraceMs, undefined, { signal: enough.signal }).catch(
        () => undefined,
      );
      await Promise.race([Promise.allSettled(running), grace]);
      enough.abort();
      server.closeAllConnections();
      await closed;
    },
  };
}

function createBoundedServer(bounds: HttpBounds): Server {
  const server = createServer({
    maxHeaderSize: sandboxLimits.networkHeaderBytes,
    headersTimeout: bounds.headMs,
    requestTimeout: bounds.requestMs,
    connectionsCheckingInterval: Math.min(bounds.headMs, 1000),
  });
  server.timeout = httpLimits.httpSilentMs;
  return server;
}

function refuseLate(response: ServerResponse): Promise<void> {
  return sendRefusal(refuse({ status: 503, message: "This server is closing." }), response);
}

async function start(server: Server, { host, port }: Place): Promise<void> {
  server.listen(port, host);
  await once(server, "listening").catch((error) => {
    const isTaken = error.code === "EADDRINUSE";
    const reason = isTaken
      ? `another program already listens on port ${port} of ${host}`
      : `cannot listen on ${host}, port ${port} (${error.code ?? error.message})`;
    throw new SkillError("option-invalid", { name: isTaken ? "port" : "host", reason }, { cause: error });
  });
}

function urlOf(server: Server, { host, path }: Place): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A listening server has no port.");
  // A wildcard address cannot be called.
  const callable =
    new Map([
      ["0.0.0.0", "127.0.0.1"],
      ["::", "::1"],
    ]).get(host) ?? host;
  const name = callable.includes(":") ? `[${callable}]` : callable;
  return `http://${name}:${address.port}${path}`;
}

type Place = { readonly host: string; readonly port: number; readonly path: string };

/** Where to listen; throws `option-invalid` for an invalid address, or for a public one without `allowedHosts`. */
export function checkAddress(options: HttpOptions): Place {
  const { host = "127.0.0.1", port = 0, path = "/mcp" } = options;
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
  requireOption(isPort, "port", "expected an integer from 0 to 65535");
  requireOption(
    /^\/[\w\-.~/]*$/.test(path),
    "path",
    "expected a path that starts with / and has only letters, digits and - . _ ~ /",
  );
  const isReachable = isOwnAddress(host) || (options.allowedHosts ?? []).length > 0;
  requireOption(
    isReachable,
    "host",
    `${host} is reachable from other machines; list the host names that clients use (allowedHosts, --public-host)`,
  );
  return { host, port, path };
}

/** Whether only programs on this machine can reach an address. */
export function isOwnAddress(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function requireOption(holds: boolean, name: string, reason: string): void {
  if (!holds) throw new SkillError("option-invalid", { name, reason });
}
