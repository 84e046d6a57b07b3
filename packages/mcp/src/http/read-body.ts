import type { IncomingMessage } from "node:http";
import { INVALID_REQUEST, isJsonContentType, PARSE_ERROR } from "@modelcontextprotocol/server";
import { refuse } from "./exchange.ts";
import { httpLimits } from "./limits.ts";

type BodyOptions = {
  readonly maxBytes: number;
  /** Called before more bytes are kept. */
  readonly reserve: (bytes: number) => Response | undefined;
};

/**
 * Reads the JSON value of a request, or returns a refusal; the request stays open for the answer. Rejects if
 * the client leaves.
 */
export async function readBody(
  request: IncomingMessage,
  options: BodyOptions,
): Promise<Response | { readonly body: unknown }> {
  const { "content-type": type, "content-encoding": encoding } = request.headers;
  if (!isJsonContentType(type ?? null) || encoding !== undefined) {
    return refuse({ status: 415, message: "Send Content-Type: application/json, not compressed." });
  }
  const bytes = await collect(request, options);
  if (bytes instanceof Response) return bytes;
  return parseMessage(bytes);
}

async function collect(
  request: IncomingMessage,
  { maxBytes, reserve }: BodyOptions,
): Promise<Buffer | Response> {
  const tooLarge = { status: 413, message: `The request is too large; the limit is ${maxBytes} bytes.` };
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return refuse(tooLarge);
  const chunks: Buffer[] = [];
  let length = 0;
  // The rest of a refused body must still be drained, so that the client reads the reason.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > maxBytes) return refuse(tooLarge);
    const refusal = reserve(chunk.length);
    if (refusal) return refusal;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function parseMessage(bytes: Buffer): Response | { readonly body: unknown } {
  const text = decode(bytes);
  if (text === undefined) return notJson("The body is not UTF-8.");
  if (isTooDeep(text)) {
    return notJson(`The body is nested deeper than ${httpLimits.httpJsonDepth} levels.`);
  }
  const body = parse(text);
  if (body === undefined) return notJson("The body is not JSON.");
  // The protocol of June 2025 removed batches; one would be a hundred requests in place of one.
  if (Array.isArray(body)) {
    return refuse({
      status: 400,
      code: INVALID_REQUEST,
      message: "Send one message per request, not a batch.",
    });
  }
  return { body };
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Checked before parsing: walking a deeper value could overflow the stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isInText = !isInText;
    else if (isInText) index += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > httpLimits.httpJsonDepth) return true;
  }
  return false;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function notJson(message: string): Response {
  return refuse({ status: 400, code: PARSE_ERROR, message });
}
