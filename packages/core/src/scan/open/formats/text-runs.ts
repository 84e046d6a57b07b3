/** Printable bytes in a row that make a text; compressed data has shorter ones by chance. */
const shortestRun = 20;
/** Characters of all runs of one file. */
const mostCharacters = 262_144;

/** The stretches of printable ASCII in bytes that are no text as a whole, a paragraph each. */
export function textRuns(bytes: Uint8Array): string {
  const runs: string[] = [];
  let room = mostCharacters;
  let start = 0;
  for (let at = 0; at <= bytes.length && room > 0; at++) {
    if (at < bytes.length && isPrintable(bytes[at] ?? 0)) continue;
    if (at - start >= shortestRun) {
      const end = Math.min(at, start + room);
      runs.push(new TextDecoder("windows-1252").decode(bytes.subarray(start, end)));
      room -= end - start;
    }
    start = at + 1;
  }
  return runs.join("\n\n");
}

function isPrintable(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
