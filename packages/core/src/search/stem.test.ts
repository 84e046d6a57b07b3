import { expect, test } from "vitest";
import { addLetter, emptyHash, finishHash, hashWord } from "./hash-word.ts";
import { hashStem } from "./stem.ts";

function stemmed(word: string, before = ""): number {
  const letters = Uint16Array.from(before + word, (letter) => letter.charCodeAt(0));
  const hashes = new Int32Array(letters.length);
  let hash = emptyHash;
  for (let at = before.length; at < letters.length; at++) {
    hash = addLetter(hash, letters[at] ?? 0);
    hashes[at] = hash;
  }
  return finishHash(hashStem({ letters, hashes }, before.length, letters.length));
}

test.each([
  ["file", "files"],
  ["query", "queries"],
  ["cache", "caching"],
  ["run", "running"],
  ["branch", "branches"],
  ["deploy", "deployed"],
  ["migrate", "migrating"],
  ["class", "classes"],
  ["call", "calling"],
])("%s and %s have one stem", (one, other) => {
  expect(stemmed(one)).toBe(stemmed(other));
});

test.each([
  "status",
  "analysis",
  "pass",
  "api",
  "k8s",
  "k8sy",
  "bed",
  "ring",
  "string",
  "für",
  "größe",
  "fly",
])("%s is left unchanged", (word) => {
  expect(stemmed(word)).toBe(hashWord(word));
});

test.each([
  ["flies", "fly"],
  ["queries", "queri"],
  ["query", "queri"],
  ["dies", "die"],
  ["boxes", "box"],
  ["pushes", "push"],
  ["files", "fil"],
  ["planned", "plan"],
  ["calling", "call"],
  ["paying", "pay"],
  ["quizzed", "quizz"],
])("the stem of %s is %s", (word, expected) => {
  expect(stemmed(word)).toBe(hashWord(expected));
});

test("characters before the word do not matter", () => {
  expect(stemmed("queries", "ab4")).toBe(hashWord("queri"));
});
