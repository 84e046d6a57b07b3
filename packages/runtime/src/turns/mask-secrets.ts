/** Replaces known secrets, also where they stand in a URL or in JSON. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
  ]);
  // Long ones first: one may be part of another. Anything of a few characters would be found in half of all words.
  const sorted = [...new Set(spellings)]
    .filter(({ length }) => length >= 4)
    .toSorted((one, other) => other.length - one.length);
  return (text) => sorted.reduce((masked, secret) => masked.replaceAll(secret, "[redacted]"), text);
}
