import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isValidCompleteSkill,
  isValidDescription,
  isValidFrontmatter,
  isValidLevel1,
  isValidLevel2,
  isValidLevel3,
  isValidSkillDirectory,
  isValidSkillName,
  suggestSkillName,
} from "./predicates.ts";

/** All texts of up to `length` letters of an alphabet. */
function allTexts(alphabet: readonly string[], length: number): readonly string[] {
  const texts = [""];
  for (let index = 0, size = 0; size < length; size++) {
    for (const end = texts.length; index < end; index++) {
      for (const letter of alphabet) texts.push((texts[index] ?? "") + letter);
    }
  }
  return texts;
}

const all = allTexts(["a", "1", "-", "A", "_", "é"], 5);

test("S1-46: there are 9,331 texts of up to five of these letters", () => {
  expect([all.length, new Set(all).size]).toEqual([9331, 9331]);
});

test("S1-46 IsValidSkillName: lowercase words and digits joined by single hyphens", () => {
  const isWord = (word: string): boolean =>
    word !== "" && [...word].every((letter) => "a1é".includes(letter));
  const wrong = all.filter((name) => isValidSkillName(name) !== name.split("-").every(isWord));
  expect(wrong).toEqual([]);
});

test("S1-12: the valid names of boxxy", () => {
  const names = ["pdf", "pdf-processing", "data-analysis", "code-review", "xlsx", "skill-creator"];
  expect(names.filter((name) => !isValidSkillName(name))).toEqual([]);
});

test("S1-13: the invalid names of boxxy", () => {
  const names = ["PDF-Processing", "-pdf", "pdf-", "pdf--processing", "pdf_processing", ""];
  expect(names.filter(isValidSkillName)).toEqual([]);
});

test("S1-13: the example that boxxy calls 65 characters long has 33 and is valid", () => {
  expect("pdf-processing-and-analysis-suite").toHaveLength(33);
  expect(isValidSkillName("pdf-processing-and-analysis-suite")).toBe(true);
});

test("S1-2, C-9, C-11: Unicode names are valid in lowercase NFKC, and length is in code points", () => {
  expect(
    ["技能", "мой-навык", "café", "3d-print", "𝒶".normalize("NFKC")].filter(
      (name) => !isValidSkillName(name),
    ),
  ).toEqual([]);
  expect(
    ["НАВЫК", "cafe\u0301", "ﬁle", "ａ", "ǅ", "a b", "a.b", "🙂", "a\n", "\ud800"].filter(isValidSkillName),
  ).toEqual([]);
  expect([isValidSkillName("𠮷".repeat(64)), isValidSkillName("𠮷".repeat(65))]).toEqual([true, false]);
});

test("S1-46 IsValidDescription: 1 to 1024 characters, not only whitespace", () => {
  const texts = allTexts(["a", " ", "\n", "🙂"], 5);
  expect(texts.filter((text) => isValidDescription(text) !== /[^ \n]/.test(text))).toEqual([]);
  expect([1023, 1024, 1025].map((length) => isValidDescription("🙂".repeat(length)))).toEqual([
    true,
    true,
    false,
  ]);
});

const minimal = { name: "a", description: "b" };

test("S1-46 IsValidFrontmatter: every choice of the six fields and one unknown, right and wrong", () => {
  const choices: Record<string, { right: readonly unknown[]; wrong: readonly unknown[] }> = {
    name: { right: ["a"], wrong: ["A", ["a"], undefined] },
    description: { right: ["b"], wrong: ["", 1, undefined] },
    license: { right: [undefined, "MIT", ""], wrong: [1] },
    compatibility: { right: [undefined, "x"], wrong: ["", "x".repeat(501), {}] },
    metadata: { right: [undefined, {}, { a: "b" }], wrong: [{ a: 1 }, [], null] },
    "allowed-tools": { right: [undefined, "Read"], wrong: [["Read"]] },
    version: { right: [undefined], wrong: ["1"] },
  };
  const walk = (fields: Record<string, unknown>, valid: boolean, rest: readonly string[]): string[] => {
    const [field, ...others] = rest;
    if (field === undefined) return isValidFrontmatter(fields) === valid ? [] : [JSON.stringify(fields)];
    const { right = [], wrong = [] } = choices[field] ?? {};
    return [...right, ...wrong].flatMap((value, index) => {
      const next = value === undefined ? fields : { ...fields, [field]: value };
      return walk(next, valid && index < right.length, others);
    });
  };
  expect(walk({}, true, Object.keys(choices))).toEqual([]);
});

test("S1-9, S1-11: an unknown field, or a known one in uppercase, is not valid", () => {
  expect(isValidFrontmatter({ ...minimal, version: "1" })).toBe(false);
  expect(isValidFrontmatter({ ...minimal, License: "MIT" })).toBe(false);
  expect(isValidFrontmatter({ ...minimal, toString: "x" })).toBe(false);
});

test("S1-46 IsValidSkillDirectory: the file exists and the names agree, for all names", () => {
  const few = allTexts(["a", "-", "é"], 3);
  for (const directory of few) {
    expect(few.filter((name) => isValidSkillDirectory(directory, ["SKILL.md"], name))).toEqual([directory]);
  }
  const entries = [[], ["SKILL.md"], ["skill.md"], ["Skill.md"], ["README.md", "skill.md"]];
  expect(entries.map((files) => isValidSkillDirectory("a", files, "a"))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
  expect(isValidSkillDirectory("cafe\u0301", ["SKILL.md"], "café")).toBe(true);
});

test("S1-46 IsValidLevel1: name and description, both", () => {
  const pairs = [
    ["a", "b"],
    ["A", "b"],
    ["a", " "],
    ["", ""],
  ] as const;
  expect(pairs.map(([name, description]) => isValidLevel1(name, description))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("S1-46 IsValidLevel2: at most 500 lines, a line break at the end not counted", () => {
  const lines = (count: number): string => Array(count).fill("x").join("\n");
  expect([0, 1, 499, 500, 501].map((count) => isValidLevel2(lines(count)))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect([`${lines(500)}\n`, `\n\n${lines(500)}\r\n\n`, `${lines(501)}\n`].map(isValidLevel2)).toEqual([
    true,
    true,
    false,
  ]);
});

test("S1-46 IsValidLevel3: relative paths without a step up, for all short paths", () => {
  const parts = allTexts(["a", ".", "/", "\\", ":"], 5);
  const oracle = (path: string): boolean => path !== "" && !/^\/|\\|^[a-z]:|(^|\/)\.\.(\/|$)/.test(path);
  expect(parts.filter((path) => isValidLevel3([path]) !== oracle(path))).toEqual([]);
  expect([isValidLevel3([]), isValidLevel3(["a", "../b"]), isValidLevel3(["references/x.md", "b"])]).toEqual([
    true,
    false,
    true,
  ]);
});

test("S1-46 IsValidCompleteSkill: one wrong part makes the whole wrong", () => {
  const skill = {
    directoryName: "a",
    entries: ["SKILL.md"],
    frontmatter: minimal,
    body: "# A\n",
    references: ["x.md"],
  };
  const wrong = [
    { directoryName: "b" },
    { entries: [] },
    { frontmatter: { ...minimal, name: "A" } },
    { frontmatter: { ...minimal, description: "" } },
    { body: "x\n".repeat(501) },
    { references: ["../x.md"] },
  ];
  expect(isValidCompleteSkill(skill)).toBe(true);
  expect(wrong.filter((part) => isValidCompleteSkill({ ...skill, ...part }))).toEqual([]);
});

test.each([
  ["PDF Tables!", "pdf-tables"],
  ["Weekly_Report", "weekly-report"],
  ["Café", "cafe"],
  ["--a--b--", "a-b"],
  ["!!!", "my-skill"],
  ["x".repeat(80), "x".repeat(64)],
])("%j is best called %j", (text, name) => {
  expect(suggestSkillName(text)).toBe(name);
});

test("for any input, the suggestion is a valid name", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => isValidSkillName(suggestSkillName(text))));
});
