import type { Span } from "../text/span.ts";
import { typeName, type YamlMap, type YamlNode } from "./yaml-node.ts";

/** The expected type of a frontmatter value: plain data shared by the type rule, the JSON schema and the docs. */
export type Shape =
  | { readonly type: "text" | "switch" | "number" | "anything" }
  | { readonly type: "choice"; readonly of: readonly string[] }
  | { readonly type: "list"; readonly item: Shape }
  | { readonly type: "dictionary"; readonly value: Shape }
  | {
      readonly type: "record";
      readonly fields: Readonly<Record<string, Shape>>;
      readonly required?: readonly string[];
    }
  | { readonly type: "either"; readonly of: readonly Shape[] };

export type Mismatch = {
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  readonly span: Span;
};

export const text: Shape = { type: "text" };
export const toggle: Shape = { type: "switch" };
export const number: Shape = { type: "number" };
export const texts: Shape = { type: "list", item: text };
export const textOrTexts: Shape = { type: "either", of: [text, texts] };

/** The places where a value does not match its shape. */
export function matchShape(node: YamlNode, shape: Shape, path: string): readonly Mismatch[] {
  const mismatch = (): readonly Mismatch[] => [
    { path, expected: describeShape(shape), found: typeName(node), span: node.span },
  ];
  switch (shape.type) {
    case "anything":
      return [];
    case "text":
      return node.kind === "scalar" && node.value !== null ? [] : mismatch();
    case "number":
      return node.kind === "scalar" && isFiniteNumber(node.value) ? [] : mismatch();
    case "switch":
      return node.kind === "scalar" && parseBooleanWord(node.text) !== undefined ? [] : mismatch();
    case "choice":
      return node.kind === "scalar" && shape.of.includes(node.text) ? [] : mismatch();
    case "list":
      if (node.kind !== "list") return mismatch();
      return node.items.flatMap((item, index) => matchShape(item, shape.item, `${path}[${index}]`));
    case "dictionary":
      if (node.kind !== "map") return mismatch();
      return node.entries.flatMap(({ key, value }) => matchShape(value, shape.value, `${path}.${key.text}`));
    case "record":
      return node.kind === "map" ? matchRecord(node, shape, path) : mismatch();
    case "either":
      return shape.of.some((one) => matchShape(node, one, path).length === 0) ? [] : mismatch();
  }
}

function matchRecord(
  node: YamlMap,
  shape: Extract<Shape, { type: "record" }>,
  path: string,
): readonly Mismatch[] {
  const keys = new Set(node.entries.map((entry) => entry.key.text));
  const missing = (shape.required ?? [])
    .filter((field) => !keys.has(field))
    .map((field) => ({ path: `${path}.${field}`, expected: "a value", found: "nothing", span: node.span }));
  const wrong = node.entries.flatMap(({ key, value }) => {
    const field = Object.hasOwn(shape.fields, key.text) ? shape.fields[key.text] : undefined;
    return field ? matchShape(value, field, `${path}.${key.text}`) : [];
  });
  return [...missing, ...wrong];
}

/** Describes a shape to complete the sentence "expected …". */
export function describeShape(shape: Shape): string {
  switch (shape.type) {
    case "anything":
      return "any value";
    case "text":
      return "text";
    case "number":
      return "a number";
    case "switch":
      return "true or false";
    case "choice":
      return shape.of.join(" or ");
    case "list":
      return `a list of ${shape.item.type === "text" ? "texts" : "entries"}`;
    case "dictionary":
    case "record":
      return "a mapping";
    case "either":
      return shape.of.map(describeShape).join(" or ");
  }
}

/** YAML counts `.inf` and `.nan` as numbers, but they cannot order or limit anything. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Claude Code reads these words as booleans; YAML 1.2 only the first two. */
export function parseBooleanWord(word: string): boolean | undefined {
  if (/^(?:true|yes|on|1)$/i.test(word)) return true;
  if (/^(?:false|no|off|0)$/i.test(word)) return false;
  return undefined;
}
