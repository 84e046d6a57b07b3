import { redacted } from "./redact-text.ts";

/** Finds and replaces known secrets, also where they are URL-encoded or escaped in JSON. */
export type SecretMask = {
  /** There are no secrets. */
  readonly isEmpty: boolean;
  /** Replaces secrets in a text. */
  mask(text: string): string;
  /** Like `mask` for a truncated text: also replaces the start of a secret at its end. */
  maskStart(text: string): string;
  /** Whether the bytes of a file contain a secret. */
  isIn(bytes: Uint8Array): boolean;
};

export function createSecretMask(secrets: readonly string[]): SecretMask {
  const spellings = listSpellings(secrets);
  const mask = (text: string): string =>
    spellings.reduce((masked, secret) => masked.replaceAll(secret, redacted), text);
  return {
    isEmpty: spellings.length === 0,
    mask,
    maskStart: (text) => {
      const masked = mask(text);
      const half = Math.max(0, ...spellings.map((secret) => countShared(masked, secret)));
      return half === 0 ? masked : `${masked.slice(0, -half)}${redacted}`;
    },
    isIn: (bytes) => spellings.some((secret) => includes(bytes, encoder.encode(secret))),
  };
}

const encoder = new TextEncoder();

/** Longest first, since one secret may be part of another. */
function listSpellings(secrets: readonly string[]): readonly string[] {
  const spellings = secrets.flatMap((secret) => [
    secret,
    // A lone surrogate, which cannot be encoded, becomes U+FFFD wherever text is made of it.
    secret.toWellFormed(),
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set(spellings)]
    .filter(({ length }) => length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length);
}

/** A shorter one would match inside half of all words. */
const shortestSecret = 4;

/** How many characters at the end of a text are the start of a secret. */
function countShared(text: string, secret: string): number {
  for (let count = secret.length - 1; count >= shortestSecret; count--)
    if (text.endsWith(secret.slice(0, count))) return count;
  return 0;
}

function includes(bytes: Uint8Array, part: Uint8Array): boolean {
  const [first = 0] = part;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1))
    if (part.every((byte, offset) => bytes[at + offset] === byte)) return true;
  return false;
}
