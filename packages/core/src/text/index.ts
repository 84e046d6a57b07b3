/** Spans, lines, globs, JSON and printable text. */
export { readSealed, writeSealed } from "../state/sealed-file.ts";
export { alignLines, type LineBlock } from "./align-lines.ts";
export { compact } from "./compact.ts";
export { cutEnd } from "./cut-end.ts";
export { compileGlob, expandBraces } from "./glob.ts";
export { isJsonObject, type JsonObject, parseJson } from "./json.ts";
export { createLineIndex } from "./line-index.ts";
export { compileLinear, type LinearExpression, type Work } from "./linear-expression.ts";
export { formatNumber, printable } from "./printable.ts";
export type { Span } from "./span.ts";
export { applyEdits } from "./span.ts";
export { suggest } from "./suggest.ts";
export { compareUtf8, countCodePoints, decodeUtf8 } from "./utf8.ts";
