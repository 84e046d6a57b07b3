import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Node, parseDocument, Scalar } from "yaml";
import { limits } from "../limits.ts";
import type { Span } from "../text/span.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";
import { resolveScalar } from "./resolve-scalar.ts";
import type {
  ScalarStyle,
  YamlEntry,
  YamlNode,
  YamlProblem,
  YamlResult,
  YamlScalar,
} from "./yaml-node.ts";

/** Parses frontmatter into plain nodes with offsets. Never throws; bombs and absurd nesting are problems. */
export function parseYaml(text: string, whole: Span = { start: 0, end: text.length }): YamlResult {
  const plain = readPlainYaml(text, whole);
  if (plain) return { node: plain, problems: [] };
  const source = text.slice(whole.start, whole.end);
  if (source.length > limits.frontmatterBytes) return failure("too-large", "", whole);
  if (flowDepth(source) > limits.yamlDepth) return failure("too-deep", "", whole);
  const document = parseDocument(source, { uniqueKeys: false, merge: false, prettyErrors: false, logLevel: "silent" });
  const [error] = document.errors;
  if (error) {
    const [start, end] = error.pos;
    const span = { start: whole.start + start, end: whole.start + Math.max(end, start + 1) };
    return failure("invalid", error.message, span);
  }
  return convertDocument(document, { source, offset: whole.start });
}

function failure(code: YamlProblem["code"], detail: string, span: Span): YamlResult {
  return { node: undefined, problems: [{ code, detail, span }] };
}

/** Nesting that brackets and dashes on one line can build, which the library would follow by recursion. */
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

type Source = { readonly source: string; readonly offset: number };
type Conversion = Source & {
  readonly document: Document;
  readonly problems: YamlProblem[];
  nodes: number;
};

function convertDocument(document: Document, from: Source): YamlResult {
  if (document.contents === null) return { node: undefined, problems: [] };
  const conversion: Conversion = { ...from, document, problems: [], nodes: 0 };
  const node = convert(document.contents, 0, conversion);
  const fatal = conversion.problems.find((problem) => problem.code !== "duplicate-key");
  if (fatal) return { node: undefined, problems: [fatal] };
  return { node, problems: conversion.problems };
}

function convert(node: Node, depth: number, conversion: Conversion): YamlNode {
  const { offset } = conversion;
  const span = { start: offset + (node.range?.[0] ?? 0), end: offset + (node.range?.[1] ?? 0) };
  const empty: YamlScalar = { kind: "scalar", value: null, text: "", style: "plain", span };
  if (++conversion.nodes > limits.yamlNodes || depth > limits.yamlDepth) {
    const code = depth > limits.yamlDepth ? "too-deep" : "too-large";
    if (conversion.problems.length === 0) conversion.problems.push({ code, detail: "", span });
    return empty;
  }
  if (isAlias(node)) {
    const target = node.resolve(conversion.document);
    return target ? { ...convert(target, depth + 1, conversion), span } : empty;
  }
  if (isScalar(node)) return convertScalar(node, span, conversion);
  if (isSeq(node)) {
    const items = node.items.map((item) => (isNodeLike(item) ? convert(item, depth + 1, conversion) : empty));
    return { kind: "list", items, flow: node.flow === true, span };
  }
  if (!isMap(node)) return empty;
  return { kind: "map", entries: convertEntries(node.items, depth, conversion), flow: node.flow === true, span };
}

function convertEntries(items: readonly unknown[], depth: number, conversion: Conversion): YamlEntry[] {
  const entries: YamlEntry[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    if (!isPair(item) || !isNodeLike(item.key)) continue;
    const key = convert(item.key, depth + 1, conversion);
    if (key.kind !== "scalar") {
      conversion.problems.unshift({ code: "invalid", detail: "A key must be a single word or text", span: key.span });
      continue;
    }
    if (seen.has(key.text)) {
      conversion.problems.push({ code: "duplicate-key", detail: key.text, span: key.span });
      continue;
    }
    seen.add(key.text);
    const end = key.span.end;
    const missing: YamlScalar = { kind: "scalar", value: null, text: "", style: "plain", span: { start: end, end } };
    const value = isNodeLike(item.value) ? convert(item.value, depth + 1, conversion) : missing;
    entries.push({ key, value });
  }
  return entries;
}

function isNodeLike(value: unknown): value is Node {
  return isScalar(value) || isSeq(value) || isMap(value) || isAlias(value);
}

const styles: Readonly<Record<string, ScalarStyle>> = {
  [Scalar.QUOTE_SINGLE]: "single-quoted",
  [Scalar.QUOTE_DOUBLE]: "double-quoted",
  [Scalar.BLOCK_LITERAL]: "literal",
  [Scalar.BLOCK_FOLDED]: "folded",
};

function convertScalar(node: Scalar, span: Span, from: Source): YamlScalar {
  const style = styles[node.type ?? ""] ?? "plain";
  if (style !== "plain") {
    const text = String(node.value);
    return { kind: "scalar", value: text, text, style, span: { start: span.start, end: trimEnd(span, from) } };
  }
  const text = node.source ?? "";
  // A tag (`!!str 1`) decides the type; without one the text does.
  return { kind: "scalar", value: node.tag ? scalarValue(node.value) : resolveScalar(text), text, style, span };
}

function scalarValue(value: unknown): YamlScalar["value"] {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return value === null || value === undefined ? null : String(value);
}

/** The library's range of a block scalar runs into the line break after it. */
function trimEnd(span: Span, { source, offset }: Source): number {
  let end = span.end;
  while (end > span.start && /\s/.test(source[end - offset - 1] ?? "")) end--;
  return end;
}
