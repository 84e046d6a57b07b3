import { agentLimits } from "@skillwright/runtime/agent";
import { isShallow } from "./is-shallow.ts";

/** The size of a value as JSON; undefined if it exceeds `maxBytes` or is too deeply nested. */
export function jsonBytes(value: unknown, maxBytes: number): number | undefined {
  if (!isShallow(value, agentLimits.callDepth)) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? "");
  return bytes > maxBytes ? undefined : bytes;
}
