import type { SyntaxNode } from "@lezer/common";
import { childrenOf, type Lowering, spanOf, splitAt, textAt } from "../flow/lowering.ts";
import type { ClassCode, Expression, FunctionCode, Parameter, Statement } from "../flow/tree.ts";

type Inner = (node: SyntaxNode, lowering: Lowering) => Expression;
type Functions = {
  readonly lower: Inner;
  readonly lowerBody: (node: SyntaxNode, lowering: Lowering) => readonly Statement[];
};

/** A function, arrow or method. */
export function lowerFunction(node: SyntaxNode, lowering: Lowering, functions: Functions): FunctionCode {
  const name = node.getChild("VariableDefinition") ?? node.getChild("PropertyDefinition");
  const list = node.getChild("ParamList");
  const block = node.getChild("Block");
  const last = node.lastChild;
  const returned = block === null && node.name === "ArrowFunction" && last ? last : undefined;
  const body: readonly Statement[] = returned
    ? [{ ...spanOf(returned), kind: "return", value: functions.lower(returned, lowering) }]
    : (block && functions.lowerBody(block, lowering)) || [];
  return {
    ...spanOf(node),
    name: name ? textAt(lowering, name) : undefined,
    parameters: list ? readParameters(list, lowering, functions) : [],
    body,
    isHoisted: node.name === "FunctionDeclaration",
    isArrow: node.name === "ArrowFunction",
  };
}

const skipped = /^(?:[()]|TypeAnnotation|Optional|Privacy|Decorator|readonly|⚠)$/;

function readParameters(list: SyntaxNode, lowering: Lowering, { lower }: Functions): readonly Parameter[] {
  const content = childrenOf(list).filter(({ name }) => !skipped.test(name));
  return splitAt(content, ",").flatMap((group): readonly Parameter[] => {
    const isRest = group[0]?.name === "Spread";
    const target = isRest ? group[1] : group[0];
    if (target === undefined) return [];
    const at = group.findIndex(({ name }) => name === "Equals");
    const fallback = at === -1 ? undefined : group[at + 1];
    return [
      {
        target: lower(target, lowering),
        fallback: fallback && lower(fallback, lowering),
        rest: isRest ? "list" : undefined,
      },
    ];
  });
}

/** A class; its fields and static blocks run where it is defined. */
export function lowerClass(node: SyntaxNode, lowering: Lowering, functions: Functions): ClassCode {
  const name = node.getChild("VariableDefinition");
  const at = childrenOf(node).findIndex((child) => child.name === "extends");
  const base = at === -1 ? undefined : childrenOf(node)[at + 1];
  const members = node.getChild("ClassBody");
  return {
    ...spanOf(node),
    name: name ? textAt(lowering, name) : undefined,
    bases: base ? [functions.lower(base, lowering)] : [],
    body: members ? childrenOf(members).flatMap((member) => memberOf(member, lowering, functions)) : [],
  };
}

function memberOf(node: SyntaxNode, lowering: Lowering, functions: Functions): readonly Statement[] {
  const block = node.getChild("Block");
  if (node.name === "StaticBlock") return block ? functions.lowerBody(block, lowering) : [];
  const nameNode = node.getChild("PropertyDefinition") ?? node.getChild("PrivatePropertyDefinition");
  const target: Expression = {
    ...spanOf(node),
    kind: "variable",
    name: nameNode ? textAt(lowering, nameNode) : "computed",
  };
  const declares = true;
  if (node.name === "MethodDeclaration") {
    const value: Expression = {
      ...spanOf(node),
      kind: "function",
      code: lowerFunction(node, lowering, functions),
    };
    return [{ ...spanOf(node), kind: "assign", target, operator: "=", value, declares }];
  }
  const children = childrenOf(node);
  const at = children.findIndex(({ name }) => name === "Equals");
  const source = at === -1 ? undefined : children[at + 1];
  if (source === undefined) return [];
  const value = functions.lower(source, lowering);
  return [{ ...spanOf(node), kind: "assign", target, operator: "=", value, declares }];
}
