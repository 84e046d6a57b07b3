import { describe, expect, test } from "vitest";
import { hashWord } from "./hash-word.ts";
import { padText, textEnd, textStart } from "./pad-text.ts";
import { createTokenScanner } from "./scan-tokens.ts";

function tokensOf(text: string): { term: number; kind: number }[] {
  const padded = padText(text);
  const { terms, kinds, count } = createTokenScanner()(padded, textStart, textEnd(padded));
  return Array.from({ length: count }, (_, at) => ({ term: terms[at] ?? 0, kind: kinds[at] ?? 0 }));
}

/** Which of the words a text was found to hold, by looking their hashes up. */
function held(text: string, words: readonly string[]): string[] {
  const terms = new Set(tokensOf(text).map(({ term }) => term));
  return words.filter((word) => terms.has(hashWord(word)));
}

function kindsOf(text: string): number[] {
  return tokensOf(text).map(({ kind }) => kind);
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

  test("the first forty letters identify a word", () => {
    expect(tokensOf(`${"x".repeat(40)}a`)).toEqual(tokensOf(`${"x".repeat(40)}b`));
    expect(tokensOf(`${"x".repeat(39)}a`)).not.toEqual(tokensOf(`${"x".repeat(39)}b`));
  });

  test("a scanner forgets what it has read", () => {
    const scan = createTokenScanner();
    const [long, short] = [padText("many more words"), padText("few")];
    expect(scan(long, textStart, textEnd(long)).count).toBe(2);
    expect(scan(short, textStart, textEnd(short)).count).toBe(0);
  });

  test("a number has its own kind", () => {
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

  test("a part is stemmed by itself, the joined word as a whole", () => {
    expect(held("queries-runner", ["queri", "runner", "queriesrunner"])).toHaveLength(3);
    expect(kindsOf("GitHub-XmlApi")).toEqual([0, 0, 0, 0, 2, 2, 2]);
  });

  test("two letters can give three tokens", () => {
    expect(kindsOf("xB")).toEqual([0, 0, 2]);
    expect(held("xB", ["x", "b", "xb"])).toHaveLength(3);
  });

  test("signs belong to names of one or two letters only", () => {
    expect(held("rust# zig++", ["rust", "zig"])).toEqual(["rust", "zig"]);
  });

  test("marks join up to seven parts, humps eight", () => {
    expect(kindsOf("b1/b2/b3/b4/b5/b6/b7/b8/b9")).toHaveLength(10);
    expect(held("b1/b2/b3/b4/b5/b6/b7/b8/b9", ["b8b9"])).toEqual(["b8b9"]);
    // The letter after the last hump ends one compound and begins the next.
    expect(kindsOf("xBxBxBxBxBxBxBxBxB")).toHaveLength(12);
  });

  test("an endless chain is cut into bounded pieces", () => {
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
  ])("%j refers to it: %j", (text, isGo) => {
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
