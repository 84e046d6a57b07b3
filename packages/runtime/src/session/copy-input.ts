import { limits } from "@skillwright/core";

/**
 * A tool's input as it is now: what is decided about is what is written down and what runs, whoever changes the original
 * meanwhile. Plain data is copied, each field read once; what a host put in besides stays what it is.
 */
export function copyInput(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > limits.requestDepth * 4) return value;
  if (Array.isArray(value)) return value.map((item) => copyInput(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyInput(inner, depth + 1)]));
}
