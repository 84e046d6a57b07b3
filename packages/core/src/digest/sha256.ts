import { sha256 as hash } from "@noble/hashes/sha2.js";

/** SHA-256 of bytes as 64 lower-case hexadecimal digits. Callers on Node may pass a faster one than `sha256Hex`. */
export type Sha256 = (bytes: Uint8Array) => string;

/** The same of a text in UTF-8, which a hash of Node's reads without a copy. */
export type Sha256OfText = (text: string) => string;

/** SHA-256 as hexadecimal digits. */
export function sha256Hex(content: Uint8Array | string): string {
  let hex = "";
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  for (const byte of sha256(bytes)) hex += byte.toString(16).padStart(2, "0");
  return hex;
}

const encoder = new TextEncoder();

/** SHA-256, synchronous and without Node, so that it works in a browser. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}
