import { sha256 as hash } from "@noble/hashes/sha2.js";

/** SHA-256 of bytes as 64 lower-case hexadecimal digits. Callers on Node may pass a faster one than `sha256Hex`. */
export type Sha256 = (bytes: Uint8Array) => string;

/** SHA-256 as hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of sha256(bytes)) hex += byte.toString(16).padStart(2, "0");
  return hex;
}

/** SHA-256, synchronous and without Node, so that it works in a browser. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}
