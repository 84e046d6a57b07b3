import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
} from "yaml";
import { limits } from "../limits.ts";
import type { Span } from "../text/span.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";
import {
  resolveScalar,
  type ScalarStyle,
  type YamlEntry,
  type YamlNode,
  type YamlProblem,
  type YamlResult,
  type YamlScalar,
} from "./yaml-node.ts";

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

/** Converts the library's tree to plain nodes, resolving aliases within the limits. */
function convertYaml(contents: Node | null, from: Source): YamlResult {
  if (contents === null) return { node: undefined, problems: [] };
  const conversion: Conversion = {
    ...from,
    duplicates: [],
    anchors: new Map(),
    fatal: undefined,
    nodes: 0,
    aliases: 0,
  };
  const node = convert(contents, 0, conversion);
  if (conversion.fatal) return { node: undefined, problems: [conversion.fatal] };
  return { node, problems: conversion.duplicates };
}

type Source = { readonly source: string; readonly offset: number };
type Conversion = Source & {
  readonly duplicates: YamlProblem[];
  /** Nodes by anchor so far; the library's own lookup walks the whole document each time. */
  readonly anchors: Map<string, Node>;
  /** Aborts the conversion: once set, no more nodes are visited. */
  fatal: YamlProblem | undefined;
  nodes: number;
  aliases: number;
};

function convert(node: Node, depth: number, conversion: Conversion): YamlNode {
  const { offset } = conversion;
  const span = { start: offset + (node.range?.[0] ?? 0), end: offset + (node.range?.[1] ?? 0) };
  const empty = emptyScalar(span);
  if (depth > limits.yamlDepth) conversion.fatal ??= { code: "too-deep", detail: "", span };
  if (++conversion.nodes > limits.yamlNodes) conversion.fatal ??= { code: "too-large", detail: "", span };
  if (conversion.fatal) return empty;
  if (isAlias(node)) return convertAlias(node, depth, conversion);
  if (node.anchor !== undefined && conversion.aliases === 0) conversion.anchors.set(node.anchor, node);
  // No field takes a YAML tag: what looks like one is text that starts with an exclamation mark.
  if (node.tag !== undefined)
    conversion.fatal ??= { code: "invalid", detail: `${node.tag} is read as a tag, not as text`, span };
  if (isScalar(node)) return convertScalar(node, span, conversion);
  if (isSeq(node)) {
    const items = node.items.map((item) => (isNodeLike(item) ? convert(item, depth + 1, conversion) : empty));
    return { kind: "list", items, flow: node.flow === true, span };
  }
  if (!isMap(node)) return empty;
  return {
    kind: "map",
    entries: convertEntries(node.items, depth, conversion),
    flow: node.flow === true,
    span,
  };
}

/** The anchored node, with the alias's own span. */
function convertAlias(node: Alias, depth: number, conversion: Conversion): YamlNode {
  const [start, end] = node.range ?? [0, 0];
  const span = { start: conversion.offset + start, end: conversion.offset + end };
  const target = conversion.anchors.get(node.source);
  if (!target) {
    conversion.fatal = {
      code: "invalid",
      detail: `There is no anchor &${node.source} before this alias`,
      span,
    };
    return emptyScalar(span);
  }
  conversion.aliases++;
  const converted = convert(target, depth + 1, conversion);
  conversion.aliases--;
  return { ...converted, span };
}

function convertEntries(items: readonly unknown[], depth: number, conversion: Conversion): YamlEntry[] {
  const entries: YamlEntry[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    if (!isPair(item) || !isNodeLike(item.key)) continue;
    const key = convert(item.key, depth + 1, conversion);
    const { end } = key.span;
    const missing = emptyScalar({ start: end, end });
    const value = isNodeLike(item.value) ? convert(item.value, depth + 1, conversion) : missing;
    if (key.kind !== "scalar") {
      conversion.fatal ??= { code: "invalid", detail: "A key must be text", span: key.span };
    } else if (seen.has(key.text)) {
      conversion.duplicates.push({ code: "duplicate-key", detail: key.text, span: key.span });
    } else {
      seen.add(key.text);
      entries.push({ key, value });
    }
    if (conversion.fatal) break;
  }
  return entries;
}

function emptyScalar(span: Span): YamlScalar {
  return { kind: "scalar", value: null, text: "", style: "plain", span };
}

function isNodeLike(value: unknown): value is Node {
  return isScalar(value) || isSeq(value) || isMap(value) || isAlias(value);
}

const styles: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: "single-quoted",
  QUOTE_DOUBLE: "double-quoted",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

function convertScalar(node: Scalar, span: Span, from: Source): YamlScalar {
  const style = styles[node.type ?? ""] ?? "plain";
  if (style !== "plain") {
    const text = String(node.value);
    return {
      kind: "scalar",
      value: text,
      text,
      style,
      span: { start: span.start, end: trimEnd(span, from) },
    };
  }
  const text = node.source ?? "";
  return {
    kind: "scalar",
    value: resolveScalar(text),
    text,
    style,
    span,
  };
}

/** The library's range of a block scalar includes the line break after it. */
function trimEnd(span: Span, { source, offset }: Source): number {
  let end = span.end;
  while (end > span.start && /\s/.test(source[end - offset - 1] ?? "")) end--;
  return end;
}
