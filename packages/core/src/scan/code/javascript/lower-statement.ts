import type { SyntaxNode } from "@lezer/common";
import {
  asStatement,
  childrenOf,
  type LowerExpression,
  type Lowering,
  type LowerStatement,
  lowerDeeper,
  maxDepth,
  spanOf,
  splitAt,
  textAt,
} from "../flow/lowering.ts";
import type { Expression, ImportedName, Statement } from "../flow/tree.ts";
import { createLowerExpression } from "./lower-expression.ts";
import { readString } from "./read-string.ts";

/** The statements in a script or block, in order. */
export function lowerStatements(node: SyntaxNode, lowering: Lowering): readonly Statement[] {
  if (lowering.depth >= maxDepth) {
    lowering.deferred.push(node);
    return [];
  }
  lowering.depth++;
  const statements = childrenOf(node).flatMap((child) => lowerStatement(child, lowering));
  lowering.depth--;
  return statements;
}

export const lowerExpression: LowerExpression = createLowerExpression(lowerStatements);

const value = (node: SyntaxNode, lowering: Lowering): Expression =>
  lowerDeeper(node, lowering, lowerExpression);

const tokens = /^(?:[{}();,:]|⚠|LineComment|BlockComment|Hashbang)$/;

function lowerStatement(node: SyntaxNode, lowering: Lowering): readonly Statement[] {
  const kind = kinds[node.name];
  if (kind) {
    if (lowering.depth >= maxDepth) {
      lowering.deferred.push(node);
      return [];
    }
    lowering.depth++;
    const statements = kind(node, lowering);
    lowering.depth--;
    return statements;
  }
  if (node.name === "⚠") return childrenOf(node).flatMap((child) => lowerStatement(child, lowering));
  if (tokens.test(node.name) || /^[a-z]+$/.test(node.name)) return [];
  return [asStatement(value(node, lowering))];
}

const nothing: LowerStatement = () => [];
const group: LowerStatement = (node, lowering) => lowerStatements(node, lowering);
const bodyOf = (node: SyntaxNode | null | undefined, lowering: Lowering): readonly Statement[] => {
  if (!node) return [];
  return node.name === "Block" ? lowerStatements(node, lowering) : lowerStatement(node, lowering);
};

const expression: LowerStatement = (node, lowering) =>
  childrenOf(node)
    .filter(({ name }) => !tokens.test(name) && !/^(?:throw|export|default)$/.test(name))
    .map((child) => asStatement(value(child, lowering)));

const definition: LowerStatement = (node, lowering) => {
  const name = node.getChild("VariableDefinition");
  const source = value(node, lowering);
  if (name === null) return [asStatement(source)];
  const target: Expression = { ...spanOf(name), kind: "variable", name: textAt(lowering, name) };
  return [{ ...spanOf(node), kind: "assign", target, operator: "=", value: source, declares: true }];
};

const kinds: Readonly<Record<string, LowerStatement>> = {
  ExpressionStatement: expression,
  ThrowStatement: expression,
  TypeAliasDeclaration: nothing,
  InterfaceDeclaration: nothing,
  AmbientDeclaration: nothing,
  EnumDeclaration: nothing,
  DebuggerStatement: nothing,
  Block: group,
  LabeledStatement: (node, lowering) => bodyOf(node.lastChild, lowering),
  NamespaceDeclaration: (node, lowering) => bodyOf(node.getChild("Block"), lowering),
  ExportDeclaration: (node, lowering) => childrenOf(node).flatMap((child) => lowerStatement(child, lowering)),
  ExportGroup: nothing,
  FunctionDeclaration: definition,
  ClassDeclaration: definition,
  BreakStatement: (node) => [{ ...spanOf(node), kind: "break" }],
  ContinueStatement: (node) => [{ ...spanOf(node), kind: "continue" }],
  ReturnStatement: (node, lowering) => {
    const returned = childrenOf(node).find(({ name }) => name !== "return" && !tokens.test(name));
    return [{ ...spanOf(node), kind: "return", value: returned && value(returned, lowering) }];
  },
  VariableDeclaration: (node, lowering) => {
    const content = childrenOf(node).filter(
      ({ name }) => !/^(?:const|let|var|using|await|;|⚠|TypeAnnotation|Optional)$/.test(name),
    );
    return splitAt(content, ",").flatMap((one): readonly Statement[] => {
      const [target, , source] = one;
      if (!target) return [];
      const given: Expression = source
        ? value(source, lowering)
        : { ...spanOf(target), kind: "parts", parts: [] };
      return [
        {
          ...spanOf(node),
          kind: "assign",
          target: value(target, lowering),
          operator: "=",
          value: given,
          declares: true,
        },
      ];
    });
  },
  ImportDeclaration: readImport,
  IfStatement: (node, lowering) => {
    const [, test, yes, , no] = childrenOf(node);
    const bodies = [bodyOf(yes, lowering), bodyOf(no, lowering)];
    return [{ ...spanOf(node), kind: "branch", test: test && value(test, lowering), bodies }];
  },
  SwitchStatement: (node, lowering) => {
    const body = node.getChild("SwitchBody");
    const test = node.getChild("ParenthesizedExpression");
    const cases: (readonly Statement[])[] = [];
    for (const child of body ? childrenOf(body) : []) {
      if (/^(?:Case|Default)Label$/.test(child.name)) cases.push([]);
      else {
        const statements = lowerStatement(child, lowering).filter(({ kind }) => kind !== "break");
        cases.push([...(cases.pop() ?? []), ...statements]);
      }
    }
    return [
      ...(test ? [asStatement(value(test, lowering))] : []),
      { ...spanOf(node), kind: "branch", bodies: cases },
    ];
  },
  WhileStatement: loop,
  DoStatement: loop,
  ForStatement: forLoop,
  WithStatement: (node, lowering) => bodyOf(node.lastChild, lowering),
  TryStatement: (node, lowering) => {
    const handlers = [...node.getChildren("CatchClause"), ...node.getChildren("FinallyClause")];
    return [
      {
        ...spanOf(node),
        kind: "try",
        body: bodyOf(node.getChild("Block"), lowering),
        handlers: handlers.flatMap((handler) => bodyOf(handler.getChild("Block"), lowering)),
      },
    ];
  },
};

function loop(node: SyntaxNode, lowering: Lowering): readonly Statement[] {
  const test = node.getChild("ParenthesizedExpression");
  const body = childrenOf(node).find(({ name }) => !/^(?:while|do|ParenthesizedExpression|;|⚠)$/.test(name));
  return [
    {
      ...spanOf(node),
      kind: "while",
      test: test ? value(test, lowering) : undefined,
      body: bodyOf(body, lowering),
    },
  ];
}

function forLoop(node: SyntaxNode, lowering: Lowering): readonly Statement[] {
  const body = bodyOf(node.lastChild, lowering);
  const spec = node.getChild("ForSpec");
  if (spec) {
    const content = childrenOf(spec).filter(({ name }) => !/^[()]$/.test(name));
    const declared = content[0]?.name === "VariableDeclaration" ? content[0] : undefined;
    const groups = splitAt(declared ? content.slice(1) : content, ";");
    const [test, update] = declared ? [groups[0]?.[0], groups[1]?.[0]] : [groups[1]?.[0], groups[2]?.[0]];
    const first = declared ?? groups[0]?.[0];
    return [
      ...(first ? lowerStatement(first, lowering) : []),
      {
        ...spanOf(node),
        kind: "while",
        test: test && value(test, lowering),
        update: update && value(update, lowering),
        body,
      },
    ];
  }
  const over = node.getChild("ForOfSpec") ?? node.getChild("ForInSpec");
  const content = over
    ? childrenOf(over).filter(({ name }) => !/^(?:[()]|const|let|var|of|in|await|using)$/.test(name))
    : [];
  const [target, iterable] = content;
  if (!target || !iterable) return body;
  return [
    {
      ...spanOf(node),
      kind: "for",
      target: value(target, lowering),
      iterable: value(iterable, lowering),
      body,
      isOverKeys: over?.name === "ForInSpec",
    },
  ];
}

function readImport(node: SyntaxNode, lowering: Lowering): readonly Statement[] {
  const source = node.getChild("String");
  if (source === null) return [];
  const module = readString(source, lowering);
  const names: ImportedName[] = [];
  const isStar = node.getChild("Star") !== null;
  for (const name of node.getChildren("VariableDefinition"))
    names.push(isStar ? { as: textAt(lowering, name) } : { name: undefined, as: textAt(lowering, name) });
  const group = node.getChild("ImportGroup");
  const content = group ? childrenOf(group).filter(({ name }) => !/^(?:[{}]|type)$/.test(name)) : [];
  for (const one of splitAt(content, ",")) {
    const [name] = one;
    const as = one.at(-1);
    if (!name || !as) continue;
    const imported = textAt(lowering, name);
    names.push({ name: imported === "default" ? undefined : imported, as: textAt(lowering, as) });
  }
  return [{ ...spanOf(node), kind: "import", module, names }];
}
