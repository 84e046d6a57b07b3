import { limits } from "@skillwright/core";

/** How large a value is as JSON; undefined when that is more than so many bytes, or nested too deep for those who walk through it. */
export function jsonBytes(value: unknown, maxBytes: number): number | undefined {
  if (!isShallow(value, limits.callDepth)) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? "");
  return bytes > maxBytes ? undefined : bytes;
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}
