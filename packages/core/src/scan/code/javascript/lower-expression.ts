import type { SyntaxNode } from "@lezer/common";
import {
  childrenOf,
  type Lowering,
  leftSpine,
  lowerDeeper,
  maxDepth,
  spanOf,
  splitAt,
  textAt,
} from "../flow/lowering.ts";
import type { Argument, Entry, Expression, Statement } from "../flow/tree.ts";
import { lowerClass, lowerFunction } from "./lower-function.ts";
import { readString, readTemplate } from "./read-string.ts";

export type LowerBody = (node: SyntaxNode, lowering: Lowering) => readonly Statement[];

const spineNames = new Set([
  "MemberExpression",
  "CallExpression",
  "BinaryExpression",
  "TaggedTemplateExpression",
]);

/** Creates the lowering of expressions; the bodies of functions are lowered by the statements' part. */
export function createLowerExpression(
  lowerBody: LowerBody,
): (node: SyntaxNode, lowering: Lowering) => Expression {
  const lower = (node: SyntaxNode, lowering: Lowering): Expression => {
    if (spineNames.has(node.name)) return lowerSpine(node, lowering, inner);
    return (
      kinds[node.name]?.(node, lowering, inner) ?? special(node, lowering) ?? partsOf(node, lowering, inner)
    );
  };
  const inner: Inner = (node, lowering) => lowerDeeper(node, lowering, lower);
  const special = (node: SyntaxNode, lowering: Lowering): Expression | undefined => {
    const functions = { lower: inner, lowerBody };
    if (/^(?:ArrowFunction|Function(?:Expression|Declaration))$/.test(node.name))
      return { ...spanOf(node), kind: "function", code: lowerFunction(node, lowering, functions) };
    if (/^Class(?:Expression|Declaration)$/.test(node.name))
      return { ...spanOf(node), kind: "class", code: lowerClass(node, lowering, functions) };
    if (node.name === "ObjectExpression" || node.name === "ObjectPattern")
      return objectOf(node, lowering, functions);
    return undefined;
  };
  return lower;
}

type Inner = (node: SyntaxNode, lowering: Lowering) => Expression;
type Kind = (node: SyntaxNode, lowering: Lowering, inner: Inner) => Expression;

/** Chains such as `a.b().c()` and `a + b + c` are nested to the left, however long they are. */
function lowerSpine(node: SyntaxNode, lowering: Lowering, inner: Inner): Expression {
  const spine = leftSpine(node, spineNames);
  const cut = spine[maxDepth - lowering.depth];
  if (cut !== undefined) lowering.deferred.push(cut);
  const kept = spine.slice(0, Math.max(1, maxDepth - lowering.depth));
  const innermost = kept.at(-1)?.firstChild;
  let value: Expression =
    cut !== undefined || innermost === null || innermost === undefined
      ? { ...spanOf(node), kind: "parts", parts: [] }
      : inner(innermost, lowering);
  for (const one of [...kept].reverse()) value = extendSpine(value, { node: one, lowering, inner });
  return value;
}

type Link = { readonly node: SyntaxNode; readonly lowering: Lowering; readonly inner: Inner };

function extendSpine(value: Expression, link: Link): Expression {
  const { node, lowering, inner } = link;
  const span = spanOf(node);
  const rest = childrenOf(node).slice(1);
  if (node.name === "CallExpression") {
    const list = rest.find(({ name }) => name === "ArgList");
    return { ...span, kind: "call", callee: value, args: list ? readArguments(list, lowering, inner) : [] };
  }
  if (node.name === "TaggedTemplateExpression") {
    const text = rest.find(({ name }) => name === "TemplateString");
    return { ...span, kind: "call", callee: value, args: text ? [{ value: inner(text, lowering) }] : [] };
  }
  if (node.name === "BinaryExpression") return extendOperation(value, link);
  const property = rest.find(({ name }) => name === "PropertyName" || name === "PrivatePropertyName");
  if (property) return { ...span, kind: "member", object: value, name: textAt(lowering, property) };
  const index = rest.find(({ name }) => !/^(?:\?\.|\[|\]|⚠)$/.test(name));
  return index ? { ...span, kind: "item", object: value, index: inner(index, lowering) } : value;
}

function extendOperation(left: Expression, { node, lowering, inner }: Link): Expression {
  const [operatorNode, right] = childrenOf(node).slice(1);
  if (operatorNode === undefined || right === undefined) return left;
  const operator = textAt(lowering, operatorNode);
  if (operator === "as" || operator === "satisfies") return left;
  const value = inner(right, lowering);
  const span = spanOf(node);
  if (operator === "||" || operator === "??") return { ...span, kind: "choice", options: [left, value] };
  if (operator === "&&") return { ...span, kind: "choice", options: [value, left] };
  if (left.kind === "operation")
    return { ...span, kind: "operation", first: left.first, rest: [...left.rest, { operator, value }] };
  return { ...span, kind: "operation", first: left, rest: [{ operator, value }] };
}

function readArguments(list: SyntaxNode, lowering: Lowering, inner: Inner): readonly Argument[] {
  const content = childrenOf(list).filter(({ name }) => name !== "(" && name !== ")" && name !== "⚠");
  return splitAt(content, ",").flatMap((group): readonly Argument[] => {
    const last = group.at(-1);
    if (last === undefined) return [];
    return [{ value: inner(last, lowering), isSpread: group[0]?.name === "Spread" }];
  });
}

const variable: Kind = (node, lowering) => ({
  ...spanOf(node),
  kind: "variable",
  name: textAt(lowering, node),
});

const onlyChild: Kind = (node, lowering, inner) => {
  const [only, second] = childrenOf(node).filter(
    ({ name }) => !/^(?:[()<>]|await|yield|Star|LogicOp)$/.test(name),
  );
  return only && !second ? inner(only, lowering) : partsOf(node, lowering, inner);
};

const list: Kind = (node, lowering, inner) => {
  const content = childrenOf(node).filter(({ name }) => !/^[[\]]$/.test(name));
  const items = splitAt(content, ",").map((group): Argument => {
    const [first] = group;
    const isSpread = first?.name === "Spread";
    const part = isSpread ? group[1] : first;
    if (part === undefined) return { value: { ...spanOf(node), kind: "constant", value: null } };
    const at = group.findIndex(({ name }) => name === "Equals");
    const fallback = at === -1 ? undefined : group[at + 1];
    const target = inner(part, lowering);
    if (fallback === undefined) return { value: target, isSpread };
    const value = inner(fallback, lowering);
    return { value: { ...spanOf(node), kind: "assignment", target, operator: "=", value } };
  });
  return { ...spanOf(node), kind: "list", items };
};

const assignment: Kind = (node, lowering, inner) => {
  const [target, operator, value] = childrenOf(node);
  if (!target || !operator || !value) return partsOf(node, lowering, inner);
  return {
    ...spanOf(node),
    kind: "assignment",
    target: inner(target, lowering),
    operator: textAt(lowering, operator),
    value: inner(value, lowering),
  };
};

const kinds: Readonly<Record<string, Kind>> = {
  VariableName: variable,
  VariableDefinition: variable,
  PropertyName: variable,
  this: variable,
  super: variable,
  Number: (node, lowering) => ({
    ...spanOf(node),
    kind: "constant",
    value: Number(textAt(lowering, node).replaceAll("_", "").replace(/n$/, "")),
  }),
  BooleanLiteral: (node, lowering) => ({
    ...spanOf(node),
    kind: "constant",
    value: textAt(lowering, node) === "true",
  }),
  null: (node) => ({ ...spanOf(node), kind: "constant", value: null }),
  RegExp: (node) => ({ ...spanOf(node), kind: "parts", parts: [] }),
  String: (node, lowering) => ({ ...spanOf(node), kind: "constant", value: readString(node, lowering) }),
  TemplateString: (node, lowering, inner) => readTemplate(node, lowering, inner),
  ArrayExpression: list,
  ArrayPattern: list,
  ParenthesizedExpression: onlyChild,
  AwaitExpression: onlyChild,
  YieldExpression: onlyChild,
  InstantiationExpression: onlyChild,
  PrefixCast: (node, lowering, inner) => {
    const last = node.lastChild;
    return last ? inner(last, lowering) : partsOf(node, lowering, inner);
  },
  SequenceExpression: (node, lowering, inner) => {
    const parts = childrenOf(node).filter(({ name }) => name !== ",");
    return {
      ...spanOf(node),
      kind: "parts",
      parts: parts.map((part) => inner(part, lowering)),
      isLast: true,
    };
  },
  UnaryExpression: (node, lowering, inner) => {
    const [operator, value] = childrenOf(node);
    if (!operator || !value) return partsOf(node, lowering, inner);
    const sign = textAt(lowering, operator);
    if (sign === "++" || sign === "--") return step(node, { target: value, sign, lowering }, inner);
    return { ...spanOf(node), kind: "unary", operator: sign, value: inner(value, lowering) };
  },
  PostfixExpression: (node, lowering, inner) => {
    const [value, operator] = childrenOf(node);
    if (!operator || !value) return partsOf(node, lowering, inner);
    const sign = textAt(lowering, operator);
    return sign === "!" ? inner(value, lowering) : step(node, { target: value, sign, lowering }, inner);
  },
  ConditionalExpression: (node, lowering, inner) => {
    const [test, , yes, , no] = childrenOf(node);
    if (!test || !yes || !no) return partsOf(node, lowering, inner);
    const options = [inner(yes, lowering), inner(no, lowering)];
    return { ...spanOf(node), kind: "choice", test: inner(test, lowering), options };
  },
  AssignmentExpression: assignment,
  NewExpression: (node, lowering, inner) => {
    const callee = childrenOf(node)[1];
    const list = node.getChild("ArgList");
    if (!callee) return partsOf(node, lowering, inner);
    return {
      ...spanOf(node),
      kind: "call",
      callee: inner(callee, lowering),
      args: list ? readArguments(list, lowering, inner) : [],
    };
  },
  DynamicImport: (node, lowering, inner) => {
    const name = childrenOf(node).find((one) => !/^(?:import|[()]|⚠)$/.test(one.name));
    const callee: Expression = { ...spanOf(node), kind: "variable", name: "require" };
    return { ...spanOf(node), kind: "call", callee, args: name ? [{ value: inner(name, lowering) }] : [] };
  },
};

type Step = { readonly target: SyntaxNode; readonly sign: string; readonly lowering: Lowering };

/** `i++` as `i += 1`. */
function step(node: SyntaxNode, { target, sign, lowering }: Step, inner: Inner): Expression {
  const value: Expression = { ...spanOf(node), kind: "constant", value: 1 };
  return {
    ...spanOf(node),
    kind: "assignment",
    target: inner(target, lowering),
    operator: sign === "++" ? "+=" : "-=",
    value,
  };
}

type Functions = { readonly lower: Inner; readonly lowerBody: LowerBody };

/** An object, or a pattern that takes one apart. */
function objectOf(node: SyntaxNode, lowering: Lowering, functions: Functions): Expression {
  const entries = childrenOf(node)
    .filter(({ name }) => name === "Property" || name === "PatternProperty")
    .flatMap((property): readonly Entry[] => entryOf(property, lowering, functions));
  return { ...spanOf(node), kind: "object", entries };
}

function entryOf(node: SyntaxNode, lowering: Lowering, functions: Functions): readonly Entry[] {
  const content = childrenOf(node).filter(({ name }) => !/^(?:async|get|set|Star|⚠)$/.test(name));
  const [first, second] = content;
  if (first === undefined) return [];
  if (first.name === "Spread") return second ? [{ value: functions.lower(second, lowering) }] : [];
  if (node.getChild("ParamList") && node.getChild("Block")) {
    const code = lowerFunction(node, lowering, functions);
    return [{ key: keyOf(content, lowering, functions), value: { ...spanOf(node), kind: "function", code } }];
  }
  const at = content.findIndex(({ name }) => name === ":");
  const equals = content.findIndex(({ name }) => name === "Equals");
  const fallbackNode = equals === -1 ? undefined : content[equals + 1];
  const valueNode = at === -1 ? first : content[at + 1];
  if (valueNode === undefined) return [];
  const value: Expression =
    at === -1
      ? { ...spanOf(first), kind: "variable", name: textAt(lowering, first) }
      : functions.lower(valueNode, lowering);
  const fallback = fallbackNode && functions.lower(fallbackNode, lowering);
  return [{ key: keyOf(content, lowering, functions), value, fallback }];
}

/** The name of a property, which may be computed. */
function keyOf(content: readonly SyntaxNode[], lowering: Lowering, { lower }: Functions): Expression {
  const [first, second] = content;
  if (first?.name === "[" && second) return lower(second, lowering);
  if (first?.name === "String")
    return { ...spanOf(first), kind: "constant", value: readString(first, lowering) };
  const name = first ? textAt(lowering, first) : "";
  return { start: first?.from ?? 0, end: first?.to ?? 0, kind: "constant", value: name };
}

function partsOf(node: SyntaxNode, lowering: Lowering, inner: Inner): Expression {
  const parts = childrenOf(node)
    .filter(({ firstChild, name }) => firstChild !== null || kinds[name] !== undefined)
    .map((child) => inner(child, lowering));
  return { ...spanOf(node), kind: "parts", parts };
}
