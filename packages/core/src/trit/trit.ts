import { sha256 } from "../digest/sha256.ts";

/** An element of GF(3), the field with three elements. */
export type Element = 0 | 1 | 2;
export type Trit = {
  readonly element: Element;
  /** The balanced notation, in which 2 is −1. */
  readonly balanced: "0" | "+1" | "-1";
  readonly role: "Coordinator" | "Generator" | "Verifier";
  readonly colors: { readonly primary: string; readonly accent: string; readonly code: string };
};

const trits: Readonly<Record<Element, Trit>> = {
  0: {
    element: 0,
    balanced: "0",
    role: "Coordinator",
    colors: { primary: "#F59E0B", accent: "#D97706", code: "#92400E" },
  },
  1: {
    element: 1,
    balanced: "+1",
    role: "Generator",
    colors: { primary: "#A855F7", accent: "#7C3AED", code: "#581C87" },
  },
  2: {
    element: 2,
    balanced: "-1",
    role: "Verifier",
    colors: { primary: "#2E5FA3", accent: "#1D4ED8", code: "#1E3A5F" },
  },
};

/** The trit of a skill, computed from its name: the first eight bytes of the SHA-256, little-endian, modulo three. */
export function tritOf(name: string): Trit {
  const digest = sha256(new TextEncoder().encode(name));
  return tritOfElement(toElement(new DataView(digest.buffer).getBigUint64(0, true)));
}

export function tritOfElement(element: Element): Trit {
  return trits[element];
}

/** A whole number modulo three. */
export function toElement(value: bigint | number): Element {
  const rest = ((BigInt(value) % 3n) + 3n) % 3n;
  if (rest === 0n) return 0;
  return rest === 1n ? 1 : 2;
}

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

type StatedTrit = { readonly key: string; readonly text: string; readonly trit: Trit | undefined };

const keys = ["gf3-trit", "trit"];

/** The accepted spellings; any other value of the key is not a trit. */
const spellings: Readonly<Record<string, Element>> = { "0": 0, "1": 1, "+1": 1, "2": 2, "-1": 2 };

/** The trit that a skill's metadata states, if any. */
export function statedTrit(metadata: Readonly<Record<string, string>>): StatedTrit | undefined {
  const key = keys.find((candidate) => metadata[candidate] !== undefined);
  if (key === undefined) return undefined;
  const text = metadata[key]?.trim() ?? "";
  const element = spellings[text];
  return { key, text, trit: element === undefined ? undefined : tritOfElement(element) };
}
