import type { SyntaxNode } from "@lezer/common";
import { childrenOf, type LowerExpression, type Lowering, lowerDeeper, spanOf } from "../flow/lowering.ts";
import type { Expression } from "../flow/tree.ts";

/** A string of Python with its prefix, such as `rb"\x41"` or `f"{a}"`. */
export function readString(node: SyntaxNode, lowering: Lowering, lower: LowerExpression): Expression {
  const opening = /^([A-Za-z]{0,3})("""|'''|"|')/.exec(lowering.text.slice(node.from, node.from + 6));
  const prefix = (opening?.[1] ?? "").toLowerCase();
  const quote = opening?.[2] ?? "";
  const start = node.from + (opening?.[0].length ?? 0);
  const isClosed = lowering.text.slice(start, node.to).endsWith(quote) && node.to - start >= quote.length;
  const end = isClosed ? node.to - quote.length : node.to;
  const isRaw = prefix.includes("r");
  const isBytes = prefix.includes("b");
  const plain = (from: number, to: number): Expression => ({
    start: node.from,
    end: node.to,
    kind: "constant",
    value: isRaw ? lowering.text.slice(from, to) : unescapePython(lowering.text.slice(from, to)),
    isBytes,
  });
  if (!prefix.includes("f")) return plain(start, end);
  const parts: Expression[] = [];
  let position = start;
  for (const child of childrenOf(node)) {
    if (child.name !== "FormatReplacement") continue;
    if (child.from > position) parts.push(singleBraces(plain(position, child.from)));
    const value = child.firstChild?.nextSibling;
    if (value) parts.push(lowerDeeper(value, lowering, lower));
    position = child.to;
  }
  if (end > position) parts.push(singleBraces(plain(position, end)));
  return { ...spanOf(node), kind: "template", parts };
}

function singleBraces(part: Expression): Expression {
  if (part.kind !== "constant" || typeof part.value !== "string") return part;
  return { ...part, value: part.value.replaceAll("{{", "{").replaceAll("}}", "}") };
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\n": "",
};

function unescapePython(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[\s\S])/g, (whole) => {
    const kind = whole[1] ?? "";
    if (/^[xuU]/.test(kind) && whole.length > 2) return codePoint(Number.parseInt(whole.slice(2), 16));
    if (/[0-7]/.test(kind)) return codePoint(Number.parseInt(whole.slice(1), 8));
    return escapes[kind] ?? (/[\\'"]/.test(kind) ? kind : whole);
  });
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
