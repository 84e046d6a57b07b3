import { type Document, parseDocument } from "yaml";
import { limits } from "../limits.ts";
import type { Span } from "../text/span.ts";
import { convertYaml } from "./convert-yaml.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";
import type { YamlProblem, YamlResult } from "./yaml-node.ts";

/** Parses frontmatter into plain nodes with offsets. Never throws: alias bombs and excessive nesting are problems. */
export function parseYaml(text: string, whole: Span = { start: 0, end: text.length }): YamlResult {
  const plain = readPlainYaml(text, whole);
  if (plain) return { node: plain, problems: [] };
  const source = text.slice(whole.start, whole.end);
  if (source.length > limits.frontmatterBytes) return failure("too-large", "", whole);
  if (flowDepth(source) > limits.yamlDepth) return failure("too-deep", "", whole);
  const document = parseWithLibrary(source);
  const [error] = document?.errors ?? [];
  if (!document || error?.message.includes("call stack")) return failure("too-deep", "", whole);
  if (error) {
    const isSecond = error.code === "MULTIPLE_DOCS";
    const detail = isSecond ? "A line of ... ends the YAML before its last line" : error.message;
    return failure("invalid", detail, errorSpan(error.pos, source, whole.start));
  }
  return convertYaml(document.contents, { source, offset: whole.start });
}

/** Span of an error; one at the very end moves to the last non-whitespace character. */
function errorSpan([from, to]: readonly [number, number], source: string, offset: number): Span {
  const start = Math.min(from, Math.max(0, source.trimEnd().length - 1));
  const end = Math.min(Math.max(to, start + 1), source.length);
  return { start: offset + start, end: offset + end };
}

/** Undefined if the nesting overflows the stack of the library, which recurses. */
function parseWithLibrary(source: string): Document.Parsed | undefined {
  try {
    // "silent" would also suppress the error about a second document.
    return parseDocument(source, { uniqueKeys: false, merge: false, prettyErrors: false, logLevel: "error" });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function failure(code: YamlProblem["code"], detail: string, span: Span): YamlResult {
  return { node: undefined, problems: [{ code, detail, span }] };
}

/** Nesting depth from brackets and from dashes on one line, which the library would recurse into. */
function flowDepth(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const { 0: mark } of source.matchAll(/[[{\]}]|^[ \t]*(?:[-?] +){2,}/gm)) {
    if (mark === "]" || mark === "}") depth = Math.max(0, depth - 1);
    else if (mark === "[" || mark === "{") depth++;
    deepest = Math.max(deepest, depth, mark.length > 1 ? mark.split(/[-?]/).length : 0);
  }
  return deepest;
}
