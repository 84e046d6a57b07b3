import type { Parser, Tree } from "@lezer/common";
import { scanLimits } from "../../limits.ts";

/** Parses a text; what is beyond the limit is not read. */
export function parseBounded(parser: Parser, text: string): Tree {
  return parser.parse(text.slice(0, scanLimits.parsedCharacters));
}
