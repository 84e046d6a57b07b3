import type { ArithmeticExpression } from "unbash";
import { lookUp } from "./scope.ts";
import type { Shell } from "./shell.ts";
import { constant, type Value } from "./value.ts";

/** The value of `$((…))` made of numbers, known variables and plain operators. */
export function evaluateArithmetic(
  expression: ArithmeticExpression | undefined,
  shell: Shell,
): Value | undefined {
  const result = expression && evaluate(expression, shell, 0);
  return result === undefined || !Number.isSafeInteger(result) ? undefined : constant(String(result));
}

const maxDepth = 64;

function evaluate(expression: ArithmeticExpression, shell: Shell, depth: number): number | undefined {
  if (depth > maxDepth) return undefined;
  switch (expression.type) {
    case "ArithmeticWord":
      return readNumber(expression.value, shell);
    case "ArithmeticGroup":
      return evaluate(expression.expression, shell, depth + 1);
    case "ArithmeticBinary": {
      const left = evaluate(expression.left, shell, depth + 1);
      const right = evaluate(expression.right, shell, depth + 1);
      return left === undefined || right === undefined
        ? undefined
        : operators[expression.operator]?.(left, right);
    }
    default:
      return undefined;
  }
}

function readNumber(text: string, { scope }: Shell): number | undefined {
  const name = /^\$?\{?([A-Za-z_]\w{0,80})\}?$/.exec(text)?.[1];
  const written = name === undefined ? text : lookUp(scope, "variables", name)?.text;
  const based = /^(\d{1,2})#(\w{1,12})$/.exec(written ?? "");
  if (based) return Number.parseInt(based[2] ?? "", Number(based[1]));
  if (/^0[0-7]{1,12}$/.test(written ?? "")) return Number.parseInt(written ?? "", 8);
  return written !== undefined && /^-?(?:0x[\da-f]{1,12}|\d{1,15})$/i.test(written)
    ? Number(written)
    : undefined;
}

const operators: Readonly<Record<string, (left: number, right: number) => number | undefined>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => (right === 0 ? undefined : Math.trunc(left / right)),
  "%": (left, right) => (right === 0 ? undefined : left % right),
  "^": (left, right) => left ^ right,
  "<<": (left, right) => left << right,
  ">>": (left, right) => left >> right,
  "&": (left, right) => left & right,
  "|": (left, right) => left | right,
};
