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
import type { Argument, Comprehension, Entry, Expression, Parameter, Statement } from "../flow/tree.ts";
import { readString } from "./read-string.ts";

const spineNames = new Set(["MemberExpression", "CallExpression", "BinaryExpression"]);

/** A Python expression in the form of the interpreter; what it does not know keeps its parts. */
export function lowerExpression(node: SyntaxNode, lowering: Lowering): Expression {
  if (spineNames.has(node.name)) return lowerSpine(node, lowering);
  return kinds[node.name]?.(node, lowering) ?? partsOf(node, lowering);
}

const inner = (node: SyntaxNode, lowering: Lowering): Expression =>
  lowerDeeper(node, lowering, lowerExpression);

/** Chains such as `a.b().c()` and `a + b + c` are nested to the left, however long they are. */
function lowerSpine(node: SyntaxNode, lowering: Lowering): Expression {
  const spine = leftSpine(node, spineNames);
  const cut = spine[maxDepth - lowering.depth];
  if (cut !== undefined) lowering.deferred.push(cut);
  const kept = spine.slice(0, Math.max(1, maxDepth - lowering.depth));
  const innermost = kept.at(-1)?.firstChild;
  let value: Expression =
    cut !== undefined || innermost === null || innermost === undefined
      ? { ...spanOf(node), kind: "parts", parts: [] }
      : inner(innermost, lowering);
  for (const one of [...kept].reverse()) value = extendSpine(value, one, lowering);
  return value;
}

function extendSpine(value: Expression, node: SyntaxNode, lowering: Lowering): Expression {
  const span = spanOf(node);
  const rest = childrenOf(node).slice(1);
  if (node.name === "CallExpression") {
    const list = rest.find(({ name }) => name === "ArgList");
    return { ...span, kind: "call", callee: value, args: list ? readArguments(list, lowering) : [] };
  }
  if (node.name === "BinaryExpression") return extendOperation(value, node, lowering);
  const property = rest.find(({ name }) => name === "PropertyName");
  if (property) return { ...span, kind: "member", object: value, name: textAt(lowering, property) };
  const content = rest.filter(({ name }) => name !== "[" && name !== "]");
  if (content.some(({ name }) => name === ":")) {
    const bounds = splitAt(content, ":").map(([bound]) => bound && inner(bound, lowering));
    return { ...span, kind: "slice", object: value, bounds };
  }
  const [index] = content;
  return index ? { ...span, kind: "item", object: value, index: inner(index, lowering) } : value;
}

function extendOperation(left: Expression, node: SyntaxNode, lowering: Lowering): Expression {
  const rest = childrenOf(node).slice(1);
  const right = rest.at(-1);
  if (right === undefined || rest.length < 2) return left;
  const operator = rest
    .slice(0, -1)
    .map((one) => textAt(lowering, one))
    .join(" ");
  const value = inner(right, lowering);
  const span = spanOf(node);
  if (operator === "or" || operator === "and")
    return { ...span, kind: "choice", options: operator === "or" ? [left, value] : [value, left] };
  if (left.kind === "operation")
    return { ...span, kind: "operation", first: left.first, rest: [...left.rest, { operator, value }] };
  return { ...span, kind: "operation", first: left, rest: [{ operator, value }] };
}

function readArguments(list: SyntaxNode, lowering: Lowering): readonly Argument[] {
  const content = childrenOf(list).filter(({ name }) => name !== "(" && name !== ")");
  const comprehension = readComprehension(list, content, lowering);
  if (comprehension) return [{ value: comprehension }];
  return splitAt(content, ",").flatMap((group): readonly Argument[] => {
    const last = group.at(-1);
    if (last === undefined) return [];
    const [first, second] = group;
    const value = inner(last, lowering);
    if (first && (first.name === "*" || first.name === "**"))
      return [first.name === "*" ? { value, isSpread: true } : { value, isSpread: true, name: "" }];
    if (first && second?.name === "AssignOp") return [{ value, name: textAt(lowering, first) }];
    return [{ value }];
  });
}

type Kind = (node: SyntaxNode, lowering: Lowering) => Expression;

const constantOf =
  (value: string | number | boolean | null): Kind =>
  (node) => ({ ...spanOf(node), kind: "constant", value });

const passThrough: Kind = (node, lowering) => {
  const content = childrenOf(node).filter(({ name }) => !/^[()]$|^(?:await|yield|from)$/.test(name));
  const [only, second] = content;
  return only && !second ? inner(only, lowering) : partsOf(node, lowering);
};

const list: Kind = (node, lowering) => {
  const content = childrenOf(node).filter(({ name }) => !/^[()[\]{}]$/.test(name));
  const items = splitAt(content, ",").flatMap((group): readonly Argument[] => {
    const last = group.at(-1);
    if (last === undefined) return [];
    return [{ value: inner(last, lowering), isSpread: group[0]?.name === "*" }];
  });
  return { ...spanOf(node), kind: "list", items };
};

const comprehension: Kind = (node, lowering) => {
  const content = childrenOf(node).filter(({ name }) => !/^[()[\]{}]$/.test(name));
  return readComprehension(node, content, lowering) ?? partsOf(node, lowering);
};

const kinds: Readonly<Record<string, Kind>> = {
  VariableName: (node, lowering) => ({ ...spanOf(node), kind: "variable", name: textAt(lowering, node) }),
  PropertyName: (node, lowering) => ({ ...spanOf(node), kind: "variable", name: textAt(lowering, node) }),
  Number: (node, lowering) => ({
    ...spanOf(node),
    kind: "constant",
    value: readNumber(textAt(lowering, node)),
  }),
  Boolean: (node, lowering) => ({
    ...spanOf(node),
    kind: "constant",
    value: textAt(lowering, node) === "True",
  }),
  None: constantOf(null),
  String: (node, lowering) => readString(node, lowering, lowerExpression),
  FormatString: (node, lowering) => readString(node, lowering, lowerExpression),
  ContinuedString: (node, lowering) => ({
    ...spanOf(node),
    kind: "template",
    parts: childrenOf(node).map((part) => readString(part, lowering, lowerExpression)),
  }),
  ParenthesizedExpression: passThrough,
  AwaitExpression: passThrough,
  YieldExpression: passThrough,
  TupleExpression: list,
  ArrayExpression: list,
  SetExpression: list,
  ComprehensionExpression: comprehension,
  ArrayComprehensionExpression: comprehension,
  SetComprehensionExpression: comprehension,
  DictionaryComprehensionExpression: comprehension,
  DictionaryExpression: (node, lowering) => {
    const content = childrenOf(node).filter(({ name }) => !/^[{}]$/.test(name));
    const entries = splitAt(content, ",").flatMap((group): readonly Entry[] => {
      const [first, second, third] = group;
      if (first?.name === "**" && second) return [{ value: inner(second, lowering) }];
      if (!first || !third) return [];
      return [{ key: inner(first, lowering), value: inner(third, lowering) }];
    });
    return { ...spanOf(node), kind: "object", entries };
  },
  UnaryExpression: (node, lowering) => {
    const [operator, value] = childrenOf(node);
    if (!operator || !value) return partsOf(node, lowering);
    return {
      ...spanOf(node),
      kind: "unary",
      operator: textAt(lowering, operator),
      value: inner(value, lowering),
    };
  },
  ConditionalExpression: (node, lowering) => {
    const [yes, , test, , no] = childrenOf(node);
    if (!yes || !test || !no) return partsOf(node, lowering);
    const options = [inner(yes, lowering), inner(no, lowering)];
    return { ...spanOf(node), kind: "choice", test: inner(test, lowering), options };
  },
  NamedExpression: (node, lowering) => {
    const [target, , value] = childrenOf(node);
    if (!target || !value) return partsOf(node, lowering);
    return {
      ...spanOf(node),
      kind: "assignment",
      target: inner(target, lowering),
      operator: "=",
      value: inner(value, lowering),
    };
  },
  LambdaExpression: (node, lowering) => {
    const body = node.lastChild;
    const list = node.getChild("ParamList");
    const returned: Statement[] = body
      ? [{ ...spanOf(body), kind: "return", value: inner(body, lowering) }]
      : [];
    const parameters = list ? readParameters(list, lowering) : [];
    return {
      ...spanOf(node),
      kind: "function",
      code: { ...spanOf(node), name: undefined, parameters, body: returned },
    };
  },
};

function partsOf(node: SyntaxNode, lowering: Lowering): Expression {
  const parts = childrenOf(node)
    .filter(({ firstChild, name }) => firstChild !== null || kinds[name] !== undefined)
    .map((child) => inner(child, lowering));
  return { ...spanOf(node), kind: "parts", parts };
}

function readNumber(text: string): number {
  return Number(text.replaceAll("_", ""));
}

function readComprehension(
  node: SyntaxNode,
  content: readonly SyntaxNode[],
  lowering: Lowering,
): Comprehension | undefined {
  const start = content.findIndex(({ name }) => name === "for");
  if (start === -1) return undefined;
  const head = content.slice(0, start).filter(({ name }) => name !== "async");
  const [first, second, third] = head;
  const element = head[0]?.name === "*" ? second : (third ?? first);
  if (!element || !first) return undefined;
  const clauses: Comprehension["clauses"][number][] = [];
  for (let at = start; at < content.length; at++) {
    const name = content[at]?.name;
    if (name === "if") {
      const test = content[++at];
      if (test) clauses.push({ test: inner(test, lowering) });
    } else if (name === "for") {
      const targets: SyntaxNode[] = [];
      for (at++; at < content.length && content[at]?.name !== "in"; at++) {
        const target = content[at];
        if (target && target.name !== ",") targets.push(target);
      }
      const iterable = content[++at];
      if (iterable)
        clauses.push({ target: targetOf(targets, lowering), iterable: inner(iterable, lowering) });
    }
  }
  const key = third ? inner(first, lowering) : undefined;
  return { ...spanOf(node), kind: "comprehension", key, element: inner(element, lowering), clauses };
}

/** One target, or a pattern of several. */
export function targetOf(nodes: readonly SyntaxNode[], lowering: Lowering): Expression {
  const [first] = nodes;
  if (first === undefined) return { start: 0, end: 0, kind: "parts", parts: [] };
  if (nodes.length === 1) return inner(first, lowering);
  const items = nodes.filter(({ name }) => name !== "*").map((node) => ({ value: inner(node, lowering) }));
  return { start: first.from, end: nodes.at(-1)?.to ?? first.to, kind: "list", items };
}

export function readParameters(list: SyntaxNode, lowering: Lowering): readonly Parameter[] {
  const content = childrenOf(list).filter(({ name }) => name !== "(" && name !== ")" && name !== "TypeDef");
  return splitAt(content, ",").flatMap((group): readonly Parameter[] => {
    const name = group.find((node) => node.name === "VariableName");
    if (name === undefined) return [];
    const [first] = group;
    const at = group.findIndex((node) => node.name === "AssignOp");
    const fallback = at === -1 ? undefined : group[at + 1];
    return [
      {
        target: inner(name, lowering),
        fallback: fallback && inner(fallback, lowering),
        rest: restOf(first?.name),
      },
    ];
  });
}

function restOf(mark: string | undefined): Parameter["rest"] {
  if (mark === "*") return "list";
  return mark === "**" ? "object" : undefined;
}
