import { type Element, toElement, tritOf } from "./trit.ts";

export type Balance = {
  /** Sum of the elements in the field. */
  readonly sum: Element;
  readonly balanced: boolean;
  /** The element that would make the sum zero. */
  readonly needed: Element;
};

/** Whether the trits of these skills add up to zero, and what is missing if not. The empty set is balanced. */
export function balanceOf(names: Iterable<string>): Balance {
  return balanceOfElements(Array.from(names, (name) => tritOf(name).element));
}

export function balanceOfElements(elements: Iterable<Element>): Balance {
  let sum: Element = 0;
  for (const element of elements) sum = add(sum, element);
  return { sum, balanced: sum === 0, needed: negate(sum) };
}

export function isBalanced(elements: Iterable<Element>): boolean {
  return balanceOfElements(elements).balanced;
}

export function add(a: Element, b: Element): Element {
  return toElement(a + b);
}

export function multiply(a: Element, b: Element): Element {
  return toElement(a * b);
}

export function negate(element: Element): Element {
  return toElement(-element);
}

/** The element that multiplies with this one to 1; zero has none. */
export function inverse(element: 1 | 2): 1 | 2 {
  return element;
}
