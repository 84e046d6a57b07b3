import { describe, expect, test } from "vitest";
import { foldText } from "./fold-text.ts";
import { hashWord } from "./hash-word.ts";
import { createTokenScanner } from "./scan-tokens.ts";

/** Which of the words a text was found to hold, by looking their hashes up. */
function held(text: string, words: readonly string[]): string[] {
  const terms = new Set<number>();
  const folded = foldText(text);
  createTokenScanner((term) => terms.add(term))(folded, 0, folded.length);
  return words.filter((word) => terms.has(hashWord(word)));
}

function kindsOf(text: string): number[] {
  const kinds: number[] = [];
  createTokenScanner((_, kind) => kinds.push(kind))(text, 0, text.length);
  return kinds;
}

describe("words", () => {
  test.each([
    ["Rotate PDF files", ["rotat", "pdf", "fil"]],
    ["queries, query, querying", ["queri"]],
    ["branches and classes", ["branch", "class"]],
    ["running stopped", ["run", "stop"]],
    ["status analysis business", ["status", "analysis", "business"]],
    ["C++ and C# and F#", ["c++", "c#", "f#"]],
    ["", []],
  ])("%j holds %j", (text, words) => {
    expect(held(text, words)).toEqual(words);
  });

  test("stop words are left out", () => {
    expect(kindsOf("how do I get to the")).toHaveLength(1);
  });

  test("a number is told apart", () => {
    expect(kindsOf("port 8080")).toEqual([0, 1]);
  });
});

describe("compounds are found whole and in parts", () => {
  test.each([
    ["GitHub", ["git", "hub", "github"]],
    ["HTTPServer", ["http", "server", "httpserver"]],
    ["follow-up", ["follow", "followup"]],
    ["node.js", ["nod", "js", "nodej"]],
    ["snake_case_name", ["snak", "snakecasenam"]],
    ["my-GitHub-app/main", ["github", "app", "main"]],
    ["gpt-4o", ["gpt", "4o", "gpt4o"]],
  ])("%j holds %j", (text, words) => {
    expect(held(text, words)).toEqual(words);
  });

  test("a path of many parts does not join into one word", () => {
    expect(held("a1/b1/c1/d1/e1", ["a1b1c1d1e1", "e1"])).toEqual(["e1"]);
  });

  test("a chain without end is cut into bounded pieces", () => {
    expect(kindsOf("ab-".repeat(10_000)).length).toBeLessThan(30_000);
    expect(kindsOf("x".repeat(100_000))).toEqual([0]);
  });
});

describe("Go, the language", () => {
  test.each([
    ["my Go service leaks", true],
    ["Go code review", true],
    ["```go\nfunc main()", true],
    ["golang", true],
    ["Go to the settings", false],
    ["go through the list", false],
    ["Google", false],
  ])("%j speaks of it: %j", (text, isGo) => {
    expect(held(text, ["golang"])).toEqual(isGo ? ["golang"] : []);
  });
});

describe("other languages", () => {
  test.each([
    ["Übersicht für Straßen", ["ubersicht", "strassen"]],
    ["traducción rápida", ["traduccion", "rapida"]],
    ["处理文档", ["处理", "理文", "文档"]],
    ["ドキュメント", ["ドキ", "ント"]],
    ["보고서", ["보고", "고서"]],
    ["Ｐｄｆ", ["pdf"]],
    ["ПРИВЕТ мир", ["привет", "мир"]],
    ["用 Python 写", ["用", "python", "写"]],
  ])("%j holds %j", (text, words) => {
    expect(held(text, words)).toEqual(words);
  });
});
