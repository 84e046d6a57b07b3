import { agentLimits } from "@skillwright/runtime/agent";
import { isShallow } from "./is-shallow.ts";

/** How large a value is as JSON; undefined when that is more than so many bytes, or nested too deep for those who walk through it. */
export function jsonBytes(value: unknown, maxBytes: number): number | undefined {
  if (!isShallow(value, agentLimits.callDepth)) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? "");
  return bytes > maxBytes ? undefined : bytes;
}
