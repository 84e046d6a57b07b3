import { isJsonObject } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { trialsLimits } from "./limits.ts";

/** Bounds a call's input in depth and size, and maps each text in it. */
export function toKeptInput(input: unknown, toText: (text: string) => string): unknown {
  let left: number = evalsLimits.trialEventCharacters;
  const keepText = (text: string): string => {
    const whole = toText(text);
    const kept = whole.slice(0, Math.max(0, left));
    left -= kept.length;
    return kept.length < whole.length ? `${kept.toWellFormed()}…` : whole;
  };
  const keep = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return keepText(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= trialsLimits.trialInputDepth) return "…";
    // Every item takes up space, however small.
    const isRoom = (): boolean => left-- > 0;
    if (Array.isArray(value)) return value.filter(isRoom).map((item) => keep(item, depth + 1));
    if (!isJsonObject(value)) return value;
    const fields = Object.entries(value).filter(isRoom);
    return Object.fromEntries(fields.map(([key, item]) => [keepText(key), keep(item, depth + 1)]));
  };
  return keep(input, 0);
}
