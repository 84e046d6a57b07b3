import type { SyntaxNode } from "@lezer/common";
import type { Expression, Statement } from "./tree.ts";

/** Deeper code is lowered apart from what is around it, so that no nesting fills the stack. */
export const maxDepth = 160;

export type Lowering = {
  readonly text: string;
  /** How deep the node that is being lowered stands. */
  depth: number;
  /** Expressions that stand too deep; their values stay unknown, but what they do is still read. */
  readonly deferred: SyntaxNode[];
};

export type LowerExpression = (node: SyntaxNode, lowering: Lowering) => Expression;
export type LowerStatement = (node: SyntaxNode, lowering: Lowering) => readonly Statement[];

/** All children, tokens too. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

export function textAt({ text }: Lowering, { from, to }: SyntaxNode): string {
  return text.slice(from, to);
}

export function spanOf({ from, to }: SyntaxNode): { readonly start: number; readonly end: number } {
  return { start: from, end: to };
}

/** Lowers one level deeper, or later if that is too deep. */
export function lowerDeeper(node: SyntaxNode, lowering: Lowering, lower: LowerExpression): Expression {
  if (lowering.depth >= maxDepth) {
    lowering.deferred.push(node);
    return { ...spanOf(node), kind: "parts", parts: [] };
  }
  lowering.depth++;
  const expression = lower(node, lowering);
  lowering.depth--;
  return expression;
}

/** Groups the children between separators. */
export function splitAt(nodes: readonly SyntaxNode[], separator: string): readonly (readonly SyntaxNode[])[] {
  const groups: SyntaxNode[][] = [[]];
  for (const node of nodes) {
    if (node.name === separator) groups.push([]);
    else groups.at(-1)?.push(node);
  }
  return groups;
}

/** The nodes from a node down its first children, as long as they have one of these names and are not too many; innermost last. */
export function leftSpine(node: SyntaxNode, names: ReadonlySet<string>): readonly SyntaxNode[] {
  const spine = [node];
  for (
    let inner = node.firstChild;
    inner !== null && names.has(inner.name) && spine.length <= maxDepth;
    inner = inner.firstChild
  )
    spine.push(inner);
  return spine;
}

export function asStatement(value: Expression): Statement {
  return { start: value.start, end: value.end, kind: "expression", value };
}
