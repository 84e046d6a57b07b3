import fc from "fast-check";
import { expect, test } from "vitest";
import { addLetter, emptyHash, finishHash, hashWord } from "./hash-word.ts";
import { padText, textEnd, textStart } from "./pad-text.ts";
import { createTokenScanner } from "./scan-tokens.ts";
import { hashStem } from "./stem.ts";

/** The same tokens with strings and regular expressions: a slow reference implementation. */
function plainTokens(text: string): readonly number[] {
  return Array.from(
    text.matchAll(/[\u4e00-\u9fff]+|[a-z0-9](?:['./_-]?[a-z0-9])*(?:(?:\+\+|#)(?![a-z0-9\u4e00-\u9fff]))?/gi),
  ).flatMap(({ 0: run }) => (/^[\u4e00-\u9fff]/.test(run) ? pairsOf(run) : compoundTokens(run)));
}

function pairsOf(run: string): readonly number[] {
  if (run.length === 1) return [hashWord(run)];
  return Array.from({ length: run.length - 1 }, (_, at) => hashWord(run.slice(at, at + 2)));
}

function compoundTokens(run: string): readonly number[] {
  const signs = /(?:\+\+|#)$/.exec(run)?.[0] ?? "";
  const bare = run.slice(0, run.length - signs.length);
  const words = bare
    .split(/['./_-]/)
    .map((word) => word.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z][A-Z])(?=[A-Z][a-z])/));
  const last = words.at(-1)?.at(-1) ?? "";
  if (last.length <= 2) words.at(-1)?.splice(-1, 1, last + signs);
  const parts = words.flat().map((part) => part.toLowerCase());
  const joinedWords =
    words.length > 1 ? words.filter((word) => word.length > 1).map((word) => word.join("")) : [];
  const whole = parts.length > 1 && parts.length <= 4 ? [parts.join("")] : [];
  const joined = parts.length > 1 ? [...joinedWords.map((word) => word.toLowerCase()), ...whole] : [];
  return [...parts, ...joined].filter((word) => !isStopWord(word)).map(stemOf);
}

function stemOf(word: string): number {
  if (/^\d+$/.test(word)) return hashWord(word);
  const letters = Uint16Array.from(word, (letter) => letter.charCodeAt(0));
  const hashes = new Int32Array(letters.length);
  let hash = emptyHash;
  letters.forEach((letter, at) => {
    hash = addLetter(hash, letter);
    hashes[at] = hash;
  });
  return finishHash(hashStem({ letters, hashes }, 0, letters.length));
}

/** A stop word alone has no tokens; `scan-tokens.test.ts` tests them. */
function isStopWord(word: string): boolean {
  return /^[a-z]+$/.test(word) && scanned(word).length === 0;
}

function scanned(text: string): readonly number[] {
  const padded = padText(text);
  const { terms, count } = createTokenScanner()(padded, textStart, textEnd(padded));
  return [...terms.subarray(0, count)];
}

const pieces = fc.constantFrom(
  ..."aAbB19tsdT",
  ...["the", "Git", "Hub", "HTTP", "Server", "files", "running", "cities", "don", "c", "F", "漢", "字"],
  ...["-", ".", "/", "_", "'", " ", " ", " ", "\n", ",", "#", "++", "+"],
);

test("the scanner finds the tokens that plain expressions find", () => {
  fc.assert(
    fc.property(fc.string({ unit: pieces, maxLength: 8 }), (text) => {
      expect(scanned(text)).toEqual(plainTokens(text));
    }),
    { numRuns: 3000 },
  );
});
