import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { SkillError } from "@skillwright/core";
import { runtimeLimits } from "@skillwright/runtime";
import { sandboxLimits } from "@skillwright/runtime/sandbox";
import type { Place } from "./check-place.ts";
import type { HttpBounds } from "./http-options.ts";
import { httpLimits } from "./limits.ts";
import { refuse } from "./refuse.ts";
import { sendRefusal } from "./send-answer.ts";

type Listener = {
  readonly url: string;
  /** Accepts nothing more, ends running work, and closes every connection. */
  close(endWork: () => Promise<void>): Promise<void>;
};

type Answer = (response: ServerResponse) => Promise<void>;

/** Opens a port that slow, large or numerous clients cannot block. */
export async function listen(place: Place, bounds: HttpBounds, answer: Answer): Promise<Listener> {
  const running = new Set<Promise<void>>();
  const server = createBoundedServer(bounds);
  server.on("request", (_, response) => {
    const exchange = server.listening ? answer(response) : refuseLate(response);
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
  server.maxConnections = bounds.connections;
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
