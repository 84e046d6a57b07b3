import { type Group, groups } from "./vocabulary.ts";

/** What a word is by its form. */
export type Kind = "url" | "secretFile" | "secretVariable" | "agentFile" | "skillFile" | "flag";
/** A word that a phrase names itself, such as `=mode`. */
export type Literal = `=${string}`;
export type WordSymbol = Group | Kind | Literal;

/** Symbols as bits, to tell quickly which phrases a statement cannot have. */
export type Bits = number[];

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

function setBit(bits: Bits, symbol: WordSymbol): void {
  const number = numbers.get(symbol) ?? 0;
  const index = number >> 5;
  while (bits.length <= index) bits.push(0);
  bits[index] = (bits[index] ?? 0) | (1 << (number & 31));
}

export function hasBit(bits: Bits, symbol: WordSymbol): boolean {
  const number = numbers.get(symbol) ?? 0;
  return ((bits[number >> 5] ?? 0) & (1 << (number & 31))) !== 0;
}

export function addBits(bits: Bits, more: Bits): void {
  while (bits.length < more.length) bits.push(0);
  for (let index = 0; index < more.length; index++) bits[index] = (bits[index] ?? 0) | (more[index] ?? 0);
}

export function bitsOf(symbols: readonly WordSymbol[]): Bits {
  const bits: Bits = [];
  for (const symbol of symbols) setBit(bits, symbol);
  return bits;
}

/** Whether two sets have a symbol in common. */
export function overlap(bits: Bits, others: Bits): boolean {
  const length = Math.min(bits.length, others.length);
  for (let index = 0; index < length; index++)
    if (((bits[index] ?? 0) & (others[index] ?? 0)) !== 0) return true;
  return false;
}
