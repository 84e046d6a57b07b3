import { decodeUtf8 } from "../text/decode-utf8.ts";
import type { StoredFile } from "./skill-store.ts";

/** A file as agents receive it: as text if it is text, else in base64. */
export function toStoredFile(path: string, bytes: Uint8Array): StoredFile {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const text = decodeUtf8(bytes);
  if (text === undefined || text.includes("\0")) {
    const mediaType = binaryTypes.get(extension) ?? "application/octet-stream";
    return { kind: "binary", path, mediaType, bytes: bytes.length, base64: toBase64(bytes) };
  }
  const mediaType = textTypes.get(extension) ?? "text/plain";
  return { kind: "text", path, mediaType, bytes: bytes.length, text };
}

/** The content decides between text and binary, the extension only the media type. */
const textTypes: ReadonlyMap<string, string> = new Map([
  ["md", "text/markdown"],
  ["html", "text/html"],
  ["css", "text/css"],
  ["csv", "text/csv"],
  ["js", "text/javascript"],
  ["mjs", "text/javascript"],
  ["json", "application/json"],
  ["yaml", "application/yaml"],
  ["yml", "application/yaml"],
  ["toml", "application/toml"],
  ["xml", "application/xml"],
  ["svg", "image/svg+xml"],
]);

const binaryTypes: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["ico", "image/x-icon"],
  ["pdf", "application/pdf"],
  ["zip", "application/zip"],
  ["gz", "application/gzip"],
  ["wasm", "application/wasm"],
  ["ttf", "font/ttf"],
  ["otf", "font/otf"],
  ["woff", "font/woff"],
  ["woff2", "font/woff2"],
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
  ["mp4", "video/mp4"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
]);

/** Reverses `toStoredFile`. */
export function bytesOf(file: StoredFile): Uint8Array {
  if (file.kind === "text") return new TextEncoder().encode(file.text);
  return Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
