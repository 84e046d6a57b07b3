import type { SyntaxNode } from "@lezer/common";
import { childrenOf, type LowerExpression, type Lowering, lowerDeeper, spanOf } from "../flow/lowering.ts";
import type { Expression } from "../flow/tree.ts";

/** The text of a quoted string. */
export function readString(node: SyntaxNode, { text }: Lowering): string {
  const written = text.slice(node.from, node.to);
  const quote = written[0] ?? "";
  const isClosed = written.length > 1 && written.endsWith(quote);
  return unescapeJavaScript(written.slice(1, isClosed ? -1 : undefined));
}

/** A template literal, whose interpolations are expressions. */
export function readTemplate(node: SyntaxNode, lowering: Lowering, lower: LowerExpression): Expression {
  const parts: Expression[] = [];
  let position = node.from + 1;
  const addText = (to: number): void => {
    if (to <= position) return;
    const value = unescapeJavaScript(lowering.text.slice(position, to));
    parts.push({ start: position, end: to, kind: "constant", value });
  };
  for (const child of childrenOf(node)) {
    if (child.name !== "Interpolation") continue;
    addText(child.from);
    const value = childrenOf(child).find(({ name }) => !name.startsWith("Interpolation"));
    if (value) parts.push(lowerDeeper(value, lowering, lower));
    position = child.to;
  }
  addText(lowering.text[node.to - 1] === "`" ? node.to - 1 : node.to);
  return { ...spanOf(node), kind: "template", parts };
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
  "\n": "",
};

function unescapeJavaScript(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|[\s\S])/g, (whole) => {
    const kind = whole[1] ?? "";
    if (whole.length === 2) return escapes[kind] ?? kind;
    const code = Number.parseInt(whole.slice(2).replace(/[{}]/g, ""), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
