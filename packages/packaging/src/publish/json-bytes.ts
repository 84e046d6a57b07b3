import { hashOf } from "../http/download-cache.ts";

/** JSON as registries and sites get it: the same bytes for the same value. */
export function jsonBytes(value: unknown, indent?: number): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, undefined, indent)}${indent === undefined ? "" : "\n"}`);
}

export function sha256Of(bytes: Uint8Array): string {
  return `sha256:${hashOf("sha256", bytes)}`;
}
