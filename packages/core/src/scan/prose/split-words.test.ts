import { expect, test } from "vitest";
import { nextWord } from "./split-words.ts";

/** What `nextWord` finds, as one pattern. */
const pattern =
  /https?:\/\/[^\s"'<>)]{1,500}|[\p{L}\p{N}~.$_@%{<-][\p{L}\p{N}_.$~/@:\\{}>%-]{0,200}(?:'[a-z]{1,4})?/gu;

function wordsOf(text: string): readonly string[] {
  const bounds = { start: 0, end: 0 };
  const position = { next: 0 };
  const words: string[] = [];
  while (nextWord(text, position, bounds)) words.push(text.slice(bounds.start, bounds.end));
  return words;
}

const byPattern = (text: string): readonly string[] =>
  Array.from(text.matchAll(pattern), ([word]) => word.replace(/[.,:;\\-]*$/, "")).filter(
    (word) => word !== "",
  );

test.each([
  "don't read the user's ~/.ssh/id_rsa.",
  "see https://host.example/a?b=c#d, then (http://x) and http:// alone, https:",
  "über-straße 日本語 𝒾𝓰𝓷 é\u0301 \ud83d\ude00 \ud83d x\ud83dy 'quoted' it''s it'",
  "<placeholder> {{name}} %USERPROFILE%\\x $HOME/a {x} --flag -x … — a\u00a0b\u2028c",
  `${"a".repeat(450)}'s ${"日".repeat(250)} http://${"é".repeat(600)}b`,
  "...:: -- .;. \\ a.b.c. end-",
])("words are the same as by the pattern: %s", (text) => {
  expect(wordsOf(text)).toEqual(byPattern(text));
});

test("words are the same as by the pattern in any mixture of signs", () => {
  const signs = Array.from("aZ9~.$_@%{<->/:\\}'\"() \n,;!é日\u0301𝒾\ud83d—s");
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: 40 }, () =>
      random(20) === 0 ? "https://" : signs[random(signs.length)],
    ).join("");
    expect(wordsOf(text)).toEqual(byPattern(text));
  }
});
