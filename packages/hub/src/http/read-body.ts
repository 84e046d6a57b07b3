import { parseJson } from "@skillwright/core/text";
import { hubLimits } from "../limits.ts";
import { Refusal } from "./refusal.ts";
import type { Route } from "./route.ts";

/** The body of a request as its route wants it: bytes, fields of a form, or JSON. */
export async function readBody(request: Request, { body, isForm, maxBytes }: Route): Promise<unknown> {
  if (body === undefined) return undefined;
  // Nothing is unpacked here, so that a small body cannot become a large one; whoever takes bytes takes them as they come.
  const encoding = body === "bytes" ? null : request.headers.get("content-encoding");
  if (encoding !== null && encoding !== "identity")
    throw new Refusal("UNSUPPORTED", "Send the body without Content-Encoding.");
  const usual = body === "bytes" ? hubLimits.blobBytes : hubLimits.bodyBytes;
  const bytes = await readBytes(request, maxBytes ?? usual);
  if (body === "bytes") return bytes;
  const text = decode(bytes);
  if (isForm) return readForm(request, text);
  if (isTooDeep(text)) throw new Refusal("INVALID_REQUEST", "The body is nested too deeply.");
  const value = parseJson(text);
  if (value === undefined) throw new Refusal("INVALID_REQUEST", "The body is not JSON.");
  return value;
}

/** Reads no more than allowed, whatever the header says. */
async function readBytes(request: Request, max: number): Promise<Uint8Array> {
  const tooLarge = new Refusal("TOO_LARGE", `The body has more than ${max} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge;
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.length;
      if (size > max) throw tooLarge;
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The client has gone or broken the protocol, which is no failure of the hub.
    throw new Refusal("INVALID_REQUEST", "The body did not arrive.");
  }
  return Buffer.concat(parts, size);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("INVALID_REQUEST", "The body is not UTF-8.");
  }
}

function readForm(request: Request, text: string): unknown {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded"))
    throw new Refusal("UNSUPPORTED", "Send the fields of a form.");
  return Object.fromEntries(new URLSearchParams(text));
}

/** Code that walks through a value calls itself for each level. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    const one = text.charCodeAt(index);
    if (isString) {
      if (one === backslash) index++;
      else if (one === quote) isString = false;
    } else if (one === quote) isString = true;
    else if (one === openBrace || one === openBracket) {
      if (++depth > hubLimits.jsonDepth) return true;
    } else if (one === closeBrace || one === closeBracket) depth--;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
