import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { JsonObject } from "@skillwright/core/text";
import { anthropicWire } from "./test-wire-anthropic.ts";
import { chatWire } from "./test-wire-chat.ts";
import type { WireFault, WireFormat, WireReply, WireRequest, WireTurn } from "./test-wire-format.ts";
import { googleWire } from "./test-wire-google.ts";
import { openaiWire } from "./test-wire-openai.ts";

export type { WireFault } from "./test-wire-format.ts";

/** Anthropic's Messages, OpenAI's Responses, Chat Completions (compatible servers), Google's Gemini. */
export type WireKind = "anthropic" | "openai" | "chat" | "google";

/** The answers in order, followed by "Done."; or a function that creates each of them. */
export type WireScript = readonly WireTurn[] | ((request: WireRequest, index: number) => WireTurn);

export type WireServer = {
  /** Goes into the provider's variable for the base URL, or into `--base-url`. */
  readonly url: string;
  readonly requests: readonly WireRequest[];
  close(): Promise<void>;
};

const formats: Readonly<Record<WireKind, WireFormat>> = {
  anthropic: anthropicWire,
  openai: openaiWire,
  chat: chatWire,
  google: googleWire,
};

/** A provider on this machine's loopback, which answers from a script in the provider's own format. */
export async function startWire(kind: WireKind, script: WireScript): Promise<WireServer> {
  const format = formats[kind];
  const requests: WireRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(format, incoming);
    const index = requests.push(request) - 1;
    const refused = format.refuse(request);
    if (refused !== undefined) return fail(format, response, { status: 400, message: refused });
    const turn = typeof script === "function" ? script(request, index) : (script[index] ?? { text: "Done." });
    await answer(format, { request, turn, response });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}${kind === "google" ? "/v1beta" : "/v1"}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(format: WireFormat, incoming: IncomingMessage): Promise<WireRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece);
  const body: JsonObject = JSON.parse(Buffer.concat(pieces).toString("utf8"));
  const path = incoming.url ?? "";
  return {
    path,
    headers: incoming.headers,
    body,
    model: format.model(path, body),
    tools: format.tools(body).map(({ name }) => String(name)),
  };
}

type Answering = {
  readonly request: WireRequest;
  readonly turn: WireTurn;
  readonly response: ServerResponse;
};

async function answer(format: WireFormat, { request, turn, response }: Answering): Promise<void> {
  const { fault } = turn;
  if (fault?.kind === "status") return fail(format, response, { ...fault, message: "as the script says" });
  const reply: WireReply = {
    text: turn.text ?? "",
    calls: turn.calls ?? [],
    usage: turn.usage ?? { input: 10, output: 5 },
    model: request.model,
    body: request.body,
  };
  const streams = format.streams(request.path, request.body);
  response.writeHead(200, { "content-type": streams ? "text/event-stream" : "application/json" });
  if (fault?.kind === "empty") return void response.end();
  const text = streams
    ? withFault(format, format.events(reply), fault)
    : withFault(format, [JSON.stringify(format.whole(reply))], fault);
  await send(response, text, turn.pieces);
  if (fault?.kind === "silence") return;
  if (fault?.kind === "cut") return void response.destroy();
  response.end();
}

/** All of it, or what there is up to the fault. */
function withFault(format: WireFormat, events: readonly string[], fault: WireFault | undefined): string {
  const [first = "", ...rest] = events;
  if (fault?.kind === "silence") return first;
  if (fault?.kind === "cut") return first + (rest[0] ?? first).slice(0, 12);
  if (fault?.kind === "malformed") return `${first}data: {"type": "nonsense,\n\n${rest.join("")}`;
  if (fault?.kind === "error-event") return first + format.errorEvent;
  return events.join("");
}

/** Waits for each piece to be on its way, so that the reader gets them one by one. */
async function send(response: ServerResponse, text: string, pieces: number | undefined): Promise<void> {
  const bytes = Buffer.from(text);
  const size = pieces ?? Math.max(bytes.length, 1);
  for (let start = 0; start < bytes.length; start += size) {
    await new Promise<void>((resolve) => {
      response.write(bytes.subarray(start, start + size), () => resolve());
    });
    if (pieces !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }
}

type Failure = {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
};

function fail(
  format: WireFormat,
  response: ServerResponse,
  { status, message, headers = {} }: Failure,
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(format.failure(status, message)));
}
