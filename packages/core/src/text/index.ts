/** Spans, lines, globs, JSON and printable text. */
export { readSealed, writeSealed } from "../state/sealed-file.ts";
export { applyEdits } from "./apply-edits.ts";
export { countCodePoints } from "./code-points.ts";
export { compact } from "./compact.ts";
export { decodeUtf8 } from "./decode-utf8.ts";
export { expandBraces } from "./expand-braces.ts";
export { formatNumber } from "./format-number.ts";
export { compileGlob } from "./glob.ts";
export { createLineIndex } from "./line-index.ts";
export { isJsonObject, type JsonObject, parseJson } from "./parse-json.ts";
export { printable } from "./printable.ts";
export type { Span } from "./span.ts";
export { suggest } from "./suggest.ts";
