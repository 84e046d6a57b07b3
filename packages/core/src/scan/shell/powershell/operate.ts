import { allCarries, concat, unknown } from "../value.ts";
import {
  formatItems,
  type Item,
  itemsOf,
  joinItems,
  listOf,
  numberOf,
  rangeOf,
  replaceText,
} from "./values.ts";

/** The value of an operator such as `+`, `-join` or `..`. */
export function operate(left: Item, name: string, right: Item): Item {
  const [a, b] = [numberOf(left), numberOf(right)];
  switch (name) {
    case "+":
      if (left.items) return listOf([...left.items, ...itemsOf(right)]);
      return a !== undefined && b !== undefined ? { ...left, text: String(a + b) } : concat(left, right);
    case "-":
    case "*":
    case "bxor":
      return a === undefined || b === undefined
        ? unknown("", allCarries([left, right]))
        : { ...left, text: String(compute(a, name, b)) };
    case "..":
      return rangeOf(left, right);
    case "join":
      return joinItems(left, right.text);
    case "f":
      return formatItems(left, right);
    case "replace":
    case "creplace":
    case "ireplace":
      return replaceText(left, itemsOf(right)[0]?.text ?? "", itemsOf(right)[1]?.text ?? "");
    case "split":
      return left.isKnown && right.text !== ""
        ? listOf(left.text.split(right.text.replace(/\\(.)/g, "$1")).map((text) => ({ ...left, text })))
        : left;
    case "as":
      return left;
    default:
      return unknown("", allCarries([left, right]));
  }
}

function compute(left: number, name: string, right: number): number {
  if (name === "-") return left - right;
  return name === "*" ? left * right : left ^ right;
}
