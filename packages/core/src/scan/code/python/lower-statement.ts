import type { SyntaxNode } from "@lezer/common";
import {
  asStatement,
  childrenOf,
  type Lowering,
  type LowerStatement,
  lowerDeeper,
  maxDepth,
  spanOf,
  splitAt,
  textAt,
} from "../flow/lowering.ts";
import type { Expression, FunctionCode, ImportedName, Statement } from "../flow/tree.ts";
import { lowerExpression, readParameters, targetOf } from "./lower-expression.ts";

const value = (node: SyntaxNode, lowering: Lowering): Expression =>
  lowerDeeper(node, lowering, lowerExpression);

/** The statements in a script or body, in order. */
export function lowerStatements(node: SyntaxNode, lowering: Lowering): readonly Statement[] {
  if (lowering.depth >= maxDepth) {
    lowering.deferred.push(node);
    return [];
  }
  lowering.depth++;
  const statements: Statement[] = [];
  let exec: SyntaxNode | undefined;
  for (const child of childrenOf(node)) {
    if (/^[:;]$|^Comment$/.test(child.name) || (exec && child.type.isError)) continue;
    statements.push(...(exec ? oldExec(exec, child, lowering) : lowerStatement(child, lowering)));
    const isExec = child.name === "ExpressionStatement" && /^exec\s*$/.test(textAt(lowering, child));
    exec = isExec ? child : undefined;
  }
  lowering.depth--;
  return statements;
}

function lowerStatement(node: SyntaxNode, lowering: Lowering): readonly Statement[] {
  return kinds[node.name]?.(node, lowering) ?? [asStatement(value(node, lowering))];
}

/** Python 2's `exec TEXT` reads as two statements. */
function oldExec(exec: SyntaxNode, node: SyntaxNode, lowering: Lowering): readonly Statement[] {
  const code = node.firstChild;
  if (code === null || lowering.text.slice(exec.from, node.from).includes("\n"))
    return lowerStatement(node, lowering);
  const callee: Expression = { ...spanOf(exec), kind: "variable", name: "exec" };
  const span = { start: exec.from, end: node.to };
  return [asStatement({ ...span, kind: "call", callee, args: [{ value: value(code, lowering) }] })];
}

type Part = { readonly statements: SyntaxNode; readonly head: readonly SyntaxNode[] };

/** The parts of a compound statement: each body with what stands before it. */
function partsOf(node: SyntaxNode): readonly Part[] {
  const parts: Part[] = [];
  let head: SyntaxNode[] = [];
  for (const child of childrenOf(node)) {
    if (child.name === "Body") {
      parts.push({ statements: child, head });
      head = [];
    } else head.push(child);
  }
  return parts;
}

const expressionsIn = (nodes: readonly SyntaxNode[]): readonly SyntaxNode[] =>
  nodes.filter(
    ({ name }) =>
      !/^(?:if|elif|while|for|in|with|as|async|try|except|else|finally|match|case|[,*:]|Comment)$/.test(name),
  );

const group: LowerStatement = (node, lowering) => lowerStatements(node, lowering);

const expressions: LowerStatement = (node, lowering) =>
  childrenOf(node)
    .filter(({ name }) => name !== "," && !/^[a-z]+$/.test(name))
    .map((child) => asStatement(value(child, lowering)));

const kinds: Readonly<Record<string, LowerStatement>> = {
  StatementGroup: group,
  "⚠": expressions,
  ExpressionStatement: expressions,
  PrintStatement: expressions,
  RaiseStatement: expressions,
  AssertStatement: expressions,
  YieldStatement: (node, lowering) => {
    const content = childrenOf(node).filter(({ name }) => !/^(?:yield|from)$/.test(name));
    const yielded = tupleOf(content, lowering);
    return yielded === undefined ? [] : [{ ...spanOf(node), kind: "yield", value: yielded }];
  },
  PassStatement: () => [],
  TypeDefinition: () => [],
  BreakStatement: (node) => [{ ...spanOf(node), kind: "break" }],
  ContinueStatement: (node) => [{ ...spanOf(node), kind: "continue" }],
  DeleteStatement: () => [],
  ScopeStatement: (node, lowering) => [
    {
      ...spanOf(node),
      kind: "outer",
      names: node.getChildren("VariableName").map((name) => textAt(lowering, name)),
    },
  ],
  ReturnStatement: (node, lowering) => [
    { ...spanOf(node), kind: "return", value: tupleOf(childrenOf(node).slice(1), lowering) },
  ],
  AssignStatement: (node, lowering) => {
    const content = childrenOf(node).filter(({ name }) => name !== "TypeDef");
    const groups = splitAt(content, "AssignOp");
    const source = tupleOf(groups.at(-1) ?? [], lowering);
    if (source === undefined || groups.length < 2) return [];
    return groups.slice(0, -1).map((targets) => ({
      ...spanOf(node),
      kind: "assign",
      target: targetOf(
        targets.filter(({ name }) => name !== "," && name !== "*"),
        lowering,
      ),
      operator: "=",
      value: source,
      declares: true,
    }));
  },
  UpdateStatement: (node, lowering) => {
    const [target, operator, ...rest] = childrenOf(node);
    const source = tupleOf(rest, lowering);
    if (!target || !operator || !source) return [];
    const target_ = value(target, lowering);
    const sign = textAt(lowering, operator);
    return [
      { ...spanOf(node), kind: "assign", target: target_, operator: sign, value: source, declares: true },
    ];
  },
  ImportStatement: readImport,
  IfStatement: (node, lowering) => {
    const parts = partsOf(node);
    const [test] = expressionsIn(parts[0]?.head ?? []);
    const later = parts.slice(1).flatMap(({ head }) => expressionsIn(head));
    const bodies = parts.map(({ statements }) => lowerStatements(statements, lowering));
    const tests = later.map((one) => asStatement(value(one, lowering)));
    return [
      ...tests,
      {
        ...spanOf(node),
        kind: "branch",
        test: later.length > 0 || !test ? undefined : value(test, lowering),
        bodies,
      },
    ];
  },
  WhileStatement: (node, lowering) => {
    const [loop, otherwise] = partsOf(node);
    const [test] = expressionsIn(loop?.head ?? []);
    if (!loop) return [];
    return [
      {
        ...spanOf(node),
        kind: "while",
        test: test && value(test, lowering),
        body: lowerStatements(loop.statements, lowering),
      },
      ...(otherwise ? lowerStatements(otherwise.statements, lowering) : []),
    ];
  },
  ForStatement: (node, lowering) => {
    const [loop, otherwise] = partsOf(node);
    if (!loop) return [];
    const at = loop.head.findIndex(({ name }) => name === "in");
    const iterable = tupleOf(loop.head.slice(at + 1), lowering);
    const target = targetOf(expressionsIn(loop.head.slice(0, at)), lowering);
    if (at === -1 || !iterable) return lowerStatements(loop.statements, lowering);
    return [
      { ...spanOf(node), kind: "for", target, iterable, body: lowerStatements(loop.statements, lowering) },
      ...(otherwise ? lowerStatements(otherwise.statements, lowering) : []),
    ];
  },
  TryStatement: (node, lowering) => {
    const [first, ...rest] = partsOf(node);
    return [
      {
        ...spanOf(node),
        kind: "try",
        body: first ? lowerStatements(first.statements, lowering) : [],
        handlers: rest.flatMap(({ statements }) => lowerStatements(statements, lowering)),
      },
    ];
  },
  WithStatement: (node, lowering) => {
    const [part] = partsOf(node);
    if (!part) return [];
    const head = part.head.filter(({ name }) => name !== "with" && name !== "async");
    const opened = splitAt(head, ",").flatMap((one): readonly Statement[] => {
      const [source, as, target] = one;
      if (!source) return [];
      const opened = value(source, lowering);
      if (as?.name !== "as" || !target) return [asStatement(opened)];
      return [
        {
          ...spanOf(source),
          kind: "assign",
          target: value(target, lowering),
          operator: "=",
          value: opened,
          declares: true,
        },
      ];
    });
    return [...opened, ...lowerStatements(part.statements, lowering)];
  },
  MatchStatement: (node, lowering) => {
    const clauses = node.getChild("MatchBody")?.getChildren("MatchClause") ?? [];
    const bodies = clauses.flatMap((clause) =>
      clause.getChildren("Body").map((body) => lowerStatements(body, lowering)),
    );
    return [{ ...spanOf(node), kind: "branch", bodies }];
  },
  FunctionDefinition: (node, lowering) => [defineFunction(node, lowering, [])],
  ClassDefinition: (node, lowering) => [defineClass(node, lowering)],
  DecoratedStatement: (node, lowering) => {
    const decorators = node.getChildren("Decorator").map((decorator) => decoratorOf(decorator, lowering));
    const definition = node.getChild("FunctionDefinition");
    if (definition) return [defineFunction(definition, lowering, decorators)];
    const definedClass = node.getChild("ClassDefinition");
    return definedClass ? [defineClass(definedClass, lowering)] : [];
  },
};

/** Several values are a tuple. */
function tupleOf(nodes: readonly SyntaxNode[], lowering: Lowering): Expression | undefined {
  const content = nodes.filter(({ name }) => name !== "," && name !== "*" && name !== "Comment");
  const [first] = content;
  if (first === undefined) return undefined;
  if (content.length === 1 && !nodes.some(({ name }) => name === ",")) return value(first, lowering);
  const items = content.map((node) => ({ value: value(node, lowering) }));
  return { start: first.from, end: content.at(-1)?.to ?? first.to, kind: "list", items };
}

function defineFunction(node: SyntaxNode, lowering: Lowering, decorators: readonly Expression[]): Statement {
  const nameNode = node.getChild("VariableName");
  const name = nameNode ? textAt(lowering, nameNode) : "_";
  const list = node.getChild("ParamList");
  const body = node.getChild("Body");
  const isStatic = decorators.some((one) => one.kind === "variable" && one.name === "staticmethod");
  const isMethod =
    node.matchContext(["ClassDefinition", "Body"]) ||
    node.matchContext(["ClassDefinition", "Body", "DecoratedStatement"]);
  const code: FunctionCode = {
    ...spanOf(node),
    name,
    parameters: list ? readParameters(list, lowering) : [],
    body: body ? lowerStatements(body, lowering) : [],
    isMethod: isMethod && !isStatic,
    decorators,
  };
  const target: Expression = { ...spanOf(node), kind: "variable", name };
  const source: Expression = { ...spanOf(node), kind: "function", code };
  return { ...spanOf(node), kind: "assign", target, operator: "=", value: source, declares: true };
}

function defineClass(node: SyntaxNode, lowering: Lowering): Statement {
  const nameNode = node.getChild("VariableName");
  const name = nameNode ? textAt(lowering, nameNode) : "_";
  const list = node.getChild("ArgList");
  const bases = list
    ? childrenOf(list).filter(({ name: one }) => /^(?:VariableName|MemberExpression)$/.test(one))
    : [];
  const body = node.getChild("Body");
  const code = {
    ...spanOf(node),
    name,
    bases: bases.map((base) => value(base, lowering)),
    body: body ? lowerStatements(body, lowering) : [],
  };
  const target: Expression = { ...spanOf(node), kind: "variable", name };
  const source: Expression = { ...spanOf(node), kind: "class", code };
  return { ...spanOf(node), kind: "assign", target, operator: "=", value: source, declares: true };
}

function decoratorOf(node: SyntaxNode, lowering: Lowering): Expression {
  const names = node.getChildren("VariableName").map((name) => textAt(lowering, name));
  return { ...spanOf(node), kind: "variable", name: names.join(".") };
}

function readImport(node: SyntaxNode, lowering: Lowering): readonly Statement[] {
  const children = childrenOf(node).filter(({ name }) => name !== "(" && name !== ")");
  const span = spanOf(node);
  const at = children.findIndex(({ name }) => name === "import");
  const rest = splitAt(children.slice(at + 1), ",");
  const word = (nodes: readonly SyntaxNode[]): string => nodes.map((one) => textAt(lowering, one)).join("");
  if (children[0]?.name === "from") {
    const module = word(children.slice(1, at)).replaceAll(/\s/g, "");
    const names = rest.flatMap((one): readonly ImportedName[] => {
      const [name, , as] = one;
      return name ? [{ name: textAt(lowering, name), as: textAt(lowering, as ?? name) }] : [];
    });
    return [{ ...span, kind: "import", module, names }];
  }
  return rest.flatMap((one): readonly Statement[] => {
    const as = one.findIndex(({ name }) => name === "as");
    const module = word(as === -1 ? one : one.slice(0, as));
    if (module === "") return [];
    const alias = as === -1 ? undefined : one[as + 1];
    // `import a.b` binds `a`.
    const [head = module] = module.split(".");
    const bound = alias ? { module, as: textAt(lowering, alias) } : { module: head, as: head };
    return [{ ...span, kind: "import", module: bound.module, names: [{ as: bound.as }] }];
  });
}
