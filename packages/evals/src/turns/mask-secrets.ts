/** Finds secrets, also URL-encoded or JSON-escaped. */
export type SecretMask = {
  /** There are no secrets. */
  readonly isEmpty: boolean;
  /** Replaces secrets in a text. */
  mask(text: string): string;
  /** Like `mask` for a truncated text: also replaces the start of a secret at its end. */
  maskStart(text: string): string;
  /** Whether a file contains a secret. */
  isIn(bytes: Uint8Array): boolean;
};

export function createSecretMask(secrets: readonly string[]): SecretMask {
  const spellings = listSpellings(secrets);
  const mask = (text: string): string =>
    spellings.reduce((masked, secret) => masked.replaceAll(secret, "[redacted]"), text);
  return {
    isEmpty: spellings.length === 0,
    mask,
    maskStart: (text) => {
      const masked = mask(text);
      const half = Math.max(0, ...spellings.map((secret) => countShared(masked, secret)));
      return half === 0 ? masked : `${masked.slice(0, -half)}[redacted]`;
    },
    isIn: (bytes) =>
      spellings.some((secret) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(secret)),
  };
}

export function createMask(secrets: readonly string[]): (text: string) => string {
  return createSecretMask(secrets).mask;
}

function listSpellings(secrets: readonly string[]): readonly string[] {
  const spellings = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
  ]);
  // Long ones first: one may be part of another.
  return [...new Set(spellings)]
    .filter(({ length }) => length >= shortest)
    .toSorted((one, other) => other.length - one.length);
}

/** Shorter secrets would match inside ordinary words. */
const shortest = 4;

/** The length of the longest prefix of a secret at the end of a text. */
function countShared(text: string, secret: string): number {
  for (let count = secret.length - 1; count >= shortest; count--)
    if (text.endsWith(secret.slice(0, count))) return count;
  return 0;
}
