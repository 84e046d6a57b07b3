import { type Group, groups } from "./vocabulary.ts";

/** What a word is by its form. */
export type Kind = "url" | "secretFile" | "secretVariable" | "agentFile" | "skillFile" | "flag";
/** A word that a phrase names itself, such as `=mode`. */
export type Literal = `=${string}`;
export type WordSymbol = Group | Kind | Literal;

/** Symbols as bits, to tell quickly which phrases a statement cannot have. */
export type Bits = number[];
/** The same for a few symbols: an index of the bits and what is set there, again and again. */
export type Mask = readonly number[];

const kinds: readonly Kind[] = ["url", "secretFile", "secretVariable", "agentFile", "skillFile", "flag"];
const numbers = new Map<WordSymbol, number>(
  [...(Object.keys(groups) as Group[]), ...kinds].map((symbol, index) => [symbol, index]),
);

/** The words that phrases name themselves. */
const literals = new Map<string, Literal>();

export function literalOf(word: string): Literal | undefined {
  return literals.get(word);
}

export function addLiteral(word: string): Literal {
  const literal: Literal = `=${word}`;
  literals.set(word, literal);
  if (!numbers.has(literal)) numbers.set(literal, numbers.size);
  return literal;
}

export function hasBit(bits: Bits, symbol: WordSymbol): boolean {
  const number = numbers.get(symbol) ?? 0;
  return ((bits[number >> 5] ?? 0) & (1 << (number & 31))) !== 0;
}

export function addBits(bits: Bits, mask: Mask): void {
  for (let at = 0; at < mask.length; at += 2) {
    const index = mask[at] ?? 0;
    while (bits.length <= index) bits.push(0);
    bits[index] = (bits[index] ?? 0) | (mask[at + 1] ?? 0);
  }
}

export function maskOf(symbols: readonly WordSymbol[]): Mask {
  const masks = new Map<number, number>();
  for (const symbol of symbols) {
    const number = numbers.get(symbol) ?? 0;
    masks.set(number >> 5, (masks.get(number >> 5) ?? 0) | (1 << (number & 31)));
  }
  return [...masks].flat();
}

/** Whether a statement has one of the symbols. */
export function overlap(bits: Bits, mask: Mask): boolean {
  for (let at = 0; at < mask.length; at += 2)
    if (((bits[mask[at] ?? 0] ?? 0) & (mask[at + 1] ?? 0)) !== 0) return true;
  return false;
}
