import { resolve } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { runtimeLimits } from "@skillwright/runtime";
import { createBoundedFetch } from "./bounded-fetch.ts";
import type { HttpServer, StdioServer } from "./gateway-config.ts";
import { gatewayLimits } from "./limits.ts";
import { openProcess } from "./open-process.ts";
import { openSdkProcess } from "./open-sdk-process.ts";
import type { OpenedTransport } from "./opened-transport.ts";

export type Surroundings = {
  /** Base of a server's relative `cwd`. */
  readonly cwd: string;
  /** Variables that every process gets from us. */
  readonly variables: Readonly<Record<string, string>>;
};

/** An unused connection to a server. */
export function openTransport(
  connection: StdioServer | HttpServer,
  { cwd, variables }: Surroundings,
): OpenedTransport {
  if (connection.kind === "http") return openHttp(connection);
  const { command, args, env } = connection;
  const program = {
    command,
    args,
    environment: { ...env, ...variables },
    cwd: resolve(cwd, connection.cwd ?? "."),
  };
  return process.platform === "win32" ? openSdkProcess(program) : openProcess(program);
}

function openHttp({ url, headers }: HttpServer): OpenedTransport {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: createBoundedFetch(gatewayLimits.gatewayMessageBytes),
    // Without a token provider no one can request more rights.
    onInsufficientScope: "throw",
  });
  answerBrokenStreams(transport);
  return {
    transport,
    lastWords: () => "",
    async close() {
      const ended = transport.terminateSession().catch(() => undefined);
      const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
      const timer = setTimeout(giveUp, runtimeLimits.stopGraceMs);
      await Promise.race([ended, late]);
      clearTimeout(timer);
      await transport.close().catch(() => undefined);
    },
  };
}

/** The SDK waits for its timeout if the stream of an answer breaks; an error in its place ends the call at once. */
function answerBrokenStreams(transport: StreamableHTTPClientTransport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (Array.isArray(message) || !("method" in message) || !("id" in message)) return send(message, options);
    const error = { code: -32_000, message: "the answer's stream broke off" };
    const onRequestStreamEnd = (): void => transport.onmessage?.({ jsonrpc: "2.0", id: message.id, error });
    return send(message, { onRequestStreamEnd, ...options });
  };
}
