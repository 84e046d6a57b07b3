import type { Span } from "../../../text/span.ts";

// The one form that Python and JavaScript are lowered to, so that one interpreter follows values in both.

export type Expression = Span &
  (
    | { readonly kind: "constant"; readonly value: Scalar; readonly isBytes?: boolean }
    /** A format string or template literal. */
    | { readonly kind: "template"; readonly parts: readonly Expression[] }
    | { readonly kind: "variable"; readonly name: string }
    | { readonly kind: "member"; readonly object: Expression; readonly name: string }
    | { readonly kind: "item"; readonly object: Expression; readonly index: Expression }
    | {
        readonly kind: "slice";
        readonly object: Expression;
        readonly bounds: readonly (Expression | undefined)[];
      }
    | { readonly kind: "call"; readonly callee: Expression; readonly args: readonly Argument[] }
    /** A chain of operators from left to right. */
    | { readonly kind: "operation"; readonly first: Expression; readonly rest: readonly Operand[] }
    | { readonly kind: "unary"; readonly operator: string; readonly value: Expression }
    /** One of several: a conditional expression, `a or b`, `a ?? b`. */
    | {
        readonly kind: "choice";
        readonly test?: Expression | undefined;
        readonly options: readonly Expression[];
      }
    | { readonly kind: "list"; readonly items: readonly Argument[] }
    | { readonly kind: "object"; readonly entries: readonly Entry[] }
    | { readonly kind: "function"; readonly code: FunctionCode }
    | { readonly kind: "class"; readonly code: ClassCode }
    | Comprehension
    | {
        readonly kind: "assignment";
        readonly target: Expression;
        readonly operator: string;
        readonly value: Expression;
      }
    /** Evaluated in order; what the whole is stays unknown, but it carries what its parts carry. */
    | { readonly kind: "parts"; readonly parts: readonly Expression[]; readonly isLast?: boolean }
  );

export type Scalar = string | number | boolean | null;

export type Argument = {
  readonly value: Expression;
  /** Of a keyword argument. */
  readonly name?: string | undefined;
  /** `*args`, `**options` or `...items`. */
  readonly isSpread?: boolean;
};

type Operand = { readonly operator: string; readonly value: Expression };

/** An entry of a dictionary or object, or a target in a pattern; without a key it is spread. */
export type Entry = {
  readonly key?: Expression | undefined;
  readonly value: Expression;
  readonly fallback?: Expression | undefined;
};

export type Comprehension = Span & {
  readonly kind: "comprehension";
  /** Of a dictionary. */
  readonly key?: Expression | undefined;
  readonly element: Expression;
  readonly clauses: readonly (
    | { readonly target: Expression; readonly iterable: Expression }
    | { readonly test: Expression }
  )[];
};

export type Parameter = {
  readonly target: Expression;
  readonly fallback?: Expression | undefined;
  readonly rest?: "list" | "object" | undefined;
};

export type FunctionCode = Span & {
  readonly name: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  /** Python's methods name their object as the first parameter. */
  readonly isMethod?: boolean;
  readonly decorators?: readonly Expression[];
  /** Callable before its declaration. */
  readonly isHoisted?: boolean;
  /** Has no `this`. */
  readonly isArrow?: boolean;
};

export type ClassCode = Span & {
  readonly name: string | undefined;
  readonly bases: readonly Expression[];
  readonly body: readonly Statement[];
};

export type Statement = Span &
  (
    | { readonly kind: "expression"; readonly value: Expression }
    | {
        readonly kind: "assign";
        readonly target: Expression;
        readonly operator: string;
        readonly value: Expression;
        /** Makes a variable of the innermost function. */
        readonly declares: boolean;
      }
    | { readonly kind: "import"; readonly module: string; readonly names: readonly ImportedName[] }
    | {
        readonly kind: "branch";
        readonly test?: Expression | undefined;
        readonly bodies: readonly (readonly Statement[])[];
      }
    | {
        readonly kind: "for";
        readonly target: Expression;
        readonly iterable: Expression;
        readonly body: readonly Statement[];
        /** JavaScript's `for … in`. */
        readonly isOverKeys?: boolean;
      }
    | {
        readonly kind: "while";
        readonly test?: Expression | undefined;
        readonly update?: Expression | undefined;
        readonly body: readonly Statement[];
      }
    | { readonly kind: "try"; readonly body: readonly Statement[]; readonly handlers: readonly Statement[] }
    | { readonly kind: "block"; readonly body: readonly Statement[] }
    | { readonly kind: "return"; readonly value?: Expression | undefined }
    /** A generator goes on afterwards; what it yields are elements of its result. */
    | { readonly kind: "yield"; readonly value: Expression }
    | { readonly kind: "break" }
    | { readonly kind: "continue" }
    /** `global` and `nonlocal`. */
    | { readonly kind: "outer"; readonly names: readonly string[] }
  );

export type ImportedName = {
  /** Undefined for the module as a whole, `*` for all of its names. */
  readonly name?: string | undefined;
  readonly as: string;
};
