import { policyLimits } from "@skillwright/core/policy";

/**
 * A copy of a tool's input: what is decided on is what is recorded and run, even if the original changes meanwhile.
 * Copies plain data, reading each field once; other objects are kept.
 */
export function copyInput(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > policyLimits.requestDepth * 4) return value;
  if (Array.isArray(value)) return value.map((item) => copyInput(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyInput(inner, depth + 1)]));
}
