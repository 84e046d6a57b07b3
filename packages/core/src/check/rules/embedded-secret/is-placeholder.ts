const placeholderWords =
  /example|sample|dummy|fake|placeholder|redacted|changeme|replace|your|test|demo|secret|xxxx|0000|1234|abcd|\.\.\.|\*\*\*/i;

/** In bits per character. 20 or more random characters stay above this; repeated and patterned text falls below. */
const lowestEntropy = 3;

/** Whether a text has the form of a secret but was written as an example. */
export function isPlaceholder(secret: string): boolean {
  return placeholderWords.test(secret) || entropyOf(secret) < lowestEntropy;
}

function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / text.length) * Math.log2(count / text.length);
  return entropy;
}
