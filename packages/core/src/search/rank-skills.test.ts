import { describe, expect, test } from "vitest";
import { analyzeDocument } from "./analyze-document.ts";
import { searchLimits } from "./limits.ts";
import { confidenceOf, rankSkills, searchDefaults } from "./rank-skills.ts";
import { type Features, noFeatures } from "./ranking-features.ts";
import type { SearchDocument } from "./search-document.ts";
import { createSearchIndex } from "./search-index.ts";

const library: readonly SearchDocument[] = [
  skill("pdf-forms", "Fill in and flatten PDF forms. Use when the user has a form in a .pdf file."),
  skill("release-notes", "Write release notes and a changelog from git commits."),
  skill(
    "golang-profiling",
    "Profile Golang services: CPU, heap and mutex profiles with pprof.",
    "# Mutex\n\nContention.",
  ),
  skill("kubernetes-debug", "Find out why a pod crashes: CrashLoopBackOff, OOMKilled, probes."),
  skill("rechnungen", "Prüft Rechnungen und erstellt Mahnungen für überfällige Beträge."),
  skill("会议纪要", "整理会议记录，生成会议纪要和待办事项。"),
  skill("議事録", "会議の議事録を作成し、要点をまとめます。"),
  skill("traducciones", "Traduce documentos técnicos al español con terminología coherente."),
  skill(
    "sql-tuning",
    "Make slow SQL queries fast.",
    "# Indexes\n\nRead the query plan of PostgreSQL, then add an index.",
  ),
];

function skill(name: string, description: string, body = ""): SearchDocument {
  return { name, description, tags: [], body };
}

function namesFor(query: string, options = { limit: 3 }): string[] {
  const index = createSearchIndex(library.map(analyzeDocument));
  return rankSkills(index, query, options).map(({ ordinal }) => library[ordinal]?.name ?? "");
}

describe("the right skill comes first", () => {
  test.each([
    ["fill in this tax form.pdf for me", "pdf-forms"],
    ["what changed since the last tag? I need a change log from the commits", "release-notes"],
    ["my Go service has mutex contention", "golang-profiling"],
    ["why does my pod keep crashing", "kubernetes-debug"],
    ["Bitte prüfe diese Rechnung und schreibe eine Mahnung", "rechnungen"],
    ["帮我整理今天的会议记录", "会议纪要"],
    ["会議の要点をまとめて", "議事録"],
    ["traducir un documento tecnico", "traducciones"],
    ["the query plan shows no index", "sql-tuning"],
    ["KUBERNETES_DEBUG", "kubernetes-debug"],
  ])("%j finds %s", (query, name) => {
    expect(namesFor(query)[0]).toBe(name);
  });
});

test.each([
  "Lists versions. Not for changelogs.",
  "Lists versions. Do NOT use this skill to make a changelog, or when one exists already.",
  "Lists versions (not for making a changelog); small.",
  "Lists versions. This skill is not intended for a changelog of node.js projects. Fast.",
])("a skill that says it is not for a task does not rank first for it: %s", (description) => {
  const documents = [
    skill("versions", description),
    skill("history", "Writes a history of changes, such as a changelog."),
  ];
  const index = createSearchIndex(documents.map(analyzeDocument));
  const [first, second] = rankSkills(index, "make a changelog", { limit: 2 });
  expect([first?.ordinal, second]).toEqual([1, undefined]);
});

describe("scores", () => {
  const index = createSearchIndex(library.map(analyzeDocument));
  const scoreOf = (query: string): number => rankSkills(index, query, { limit: 1 })[0]?.score ?? 0;

  test("are between 0 and 1 and never increase", () => {
    const scores = rankSkills(index, "fill in a form and write release notes", { limit: 9 }).map(
      ({ score }) => score,
    );
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test.each(["what is the weather in Lisbon", "sing me a lullaby", "asdf qwer zxcv"])(
    "%j is answered by nothing above the default threshold",
    (query) => {
      expect(rankSkills(index, query, { limit: 10, threshold: searchDefaults.threshold })).toEqual([]);
    },
  );

  test("mean about the same in a library a hundred times as large", () => {
    const fillers = Array.from({ length: 900 }, (_, at) =>
      skill(`filler-${at}`, `Word${at} other${at % 7} text`),
    );
    const large = createSearchIndex([...library, ...fillers].map(analyzeDocument));
    const query = "write release notes from commits";
    const score = rankSkills(large, query, { limit: 1 })[0]?.score ?? 0;
    expect(Math.abs(score - scoreOf(query))).toBeLessThan(0.15);
  });
});

describe("order and bounds", () => {
  test("ties keep insertion order", () => {
    const twins = createSearchIndex(
      [skill("same", "alpha beta"), skill("same", "alpha beta")].map(analyzeDocument),
    );
    expect(rankSkills(twins, "alpha", { limit: 5 }).map(({ ordinal }) => ordinal)).toEqual([0, 1]);
  });

  test("a caller may order ties itself", () => {
    const twin = analyzeDocument(skill("forms", "Fill in forms."));
    const index = createSearchIndex([twin, twin]);
    const ranked = rankSkills(index, "fill in forms", { limit: 2, compareTies: (a, b) => b - a });
    expect(ranked.map(({ ordinal }) => ordinal)).toEqual([1, 0]);
  });

  test("the same request gives the same answer", () => {
    expect(namesFor("form commits pod index")).toEqual(namesFor("form commits pod index"));
  });

  test("at most as many as the limit, and an empty query finds nothing", () => {
    expect(namesFor("form commits pod index", { limit: 2 })).toHaveLength(2);
    expect(namesFor("form", { limit: 0 })).toEqual([]);
    expect(namesFor("")).toEqual([]);
    expect(rankSkills(createSearchIndex([]), "form", { limit: 5 })).toEqual([]);
  });

  test("a request of any length is cut", () => {
    const padding = "unrelated ".repeat(searchLimits.searchQueryLength);
    expect(namesFor(`fill in the pdf form ${padding}`)[0]).toBe("pdf-forms");
  });
});

function confidence(features: Partial<Features>): number {
  return confidenceOf({ ...noFeatures, ...features });
}

test("no common terms means almost no confidence", () => {
  expect(confidence({})).toBeLessThan(0.02);
});

test("a request matched completely by name and description is nearly certain", () => {
  expect(confidence({ covered: 1, leadCovered: 1, pairs: 1, nameAnswered: 1 })).toBeGreaterThan(0.95);
});

test.each(["covered", "leadCovered", "pairs", "nameAnswered"] as const)(
  "more of %s never lowers the score",
  (name) => {
    expect(confidence({ [name]: 0.8 })).toBeGreaterThan(confidence({ [name]: 0.2 }));
  },
);

test("terms that depend on the library's size do not matter", () => {
  expect(confidence({ relative: 1, local: 1, bm25f: 1 })).toBe(confidence({}));
});
