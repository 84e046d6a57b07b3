/** Knows secrets, also where they stand in a URL or in JSON. */
export type SecretMask = {
  /** There are none. */
  readonly isEmpty: boolean;
  /** A text without them. */
  mask(text: string): string;
  /** The same of a text that goes on: the beginning of a secret at its end is left out too. */
  maskStart(text: string): string;
  /** Whether one is among the bytes of a file. */
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

/** The text alone. */
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

/** Anything of fewer characters would be found in half of all words. */
const shortest = 4;

/** How many characters at the end of a text a secret begins with. */
function countShared(text: string, secret: string): number {
  for (let count = secret.length - 1; count >= shortest; count--)
    if (text.endsWith(secret.slice(0, count))) return count;
  return 0;
}
