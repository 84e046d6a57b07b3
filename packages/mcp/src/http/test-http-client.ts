import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export const secret = "a-secret-of-anna-0123456789";
export const otherSecret = "a-secret-of-bert-0123456789";
export const tokens = [
  { user: "anna", secret },
  { user: "bert", secret: otherSecret },
];

export type ClientOptions = {
  readonly era: "legacy" | "modern";
  readonly secret?: string;
  readonly headers?: Record<string, string>;
  readonly onToolsChanged?: () => void;
};

/** The official client, connected. */
export async function connectClient(url: string, options: ClientOptions): Promise<Client> {
  const headers = { authorization: `Bearer ${options.secret ?? secret}`, ...options.headers };
  const tools = { onChanged: () => options.onToolsChanged?.(), autoRefresh: false, debounceMs: 0 };
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      ...(options.era === "modern" && { versionNegotiation: { mode: "auto" } }),
      ...(options.onToolsChanged && { listChanged: { tools } }),
    },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

/** Ends the client's session, if any, and the client. */
export async function disconnect(client: Client): Promise<void> {
  const { transport } = client;
  if (transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined) {
    await transport.terminateSession();
  }
  await client.close();
}

export async function callText(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<string> {
  const { content } = await client.callTool({ name, arguments: input });
  const [first] = content;
  if (first?.type !== "text") throw new Error("The tool returned no text.");
  return first.text;
}

export const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: envelope } };

export const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1.0.0" } },
};

/** Headers of a valid request of the 2026 protocol. */
export const goodHeaders: Readonly<Record<string, string>> = {
  host: "localhost",
  authorization: `Bearer ${secret}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/list",
};

export type RawRequest = {
  readonly method?: string;
  readonly target?: string;
  /** Changes to the valid headers; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
};

/** A request as bytes; its connection ends with the answer. */
export function rawRequest(request: RawRequest = {}): Buffer {
  const body = Buffer.from(request.body ?? JSON.stringify(listTools));
  const length = { "content-length": String(body.length), connection: "close" };
  const headers = Object.entries({ ...goodHeaders, ...length, ...request.headers });
  const lines = headers.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  const head = [`${request.method ?? "POST"} ${request.target ?? "/mcp"} HTTP/1.1`, ...lines, "", ""].join(
    "\r\n",
  );
  return Buffer.concat([Buffer.from(head, "latin1"), body]);
}

export type RawAnswer = { readonly status: number; readonly text: string };

/** Sends bytes and returns everything up to the end of the connection. */
export async function sendRaw(url: string, bytes: Buffer | string): Promise<RawAnswer> {
  const socket = await openSocket(url);
  const answer = readAll(socket);
  socket.write(bytes);
  return await answer;
}

export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  return socket;
}

export function readAll(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  // A reset counts as an end: only what came before matters.
  socket.on("error", () => undefined);
  return new Promise((resolve) => {
    socket.once("close", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    });
  });
}

export async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 2000; round++) {
    if (holds()) return;
    await pause(5);
  }
  throw new Error("The condition did not hold within ten seconds.");
}
